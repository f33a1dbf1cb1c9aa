//! Instance files, plain and compressed.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use minesat::instance::InstanceReader;

fuzz_target!(|bytes: &[u8]| {
    let read = |bytes: Vec<u8>| InstanceReader::new("t", Box::new(Cursor::new(bytes)));
    match read(bytes.to_vec()) {
        Err(error) => assert!(!error.render().is_empty()),
        Ok(reader) => {
            for instance in reader {
                match instance {
                    Err(error) => assert!(!error.render().is_empty()),
                    Ok(instance) => {
                        let again = read(instance.line().into_bytes()).unwrap().next().unwrap().unwrap();
                        assert_eq!(again.to_json(), instance.to_json());
                    }
                }
            }
        }
    }
});
