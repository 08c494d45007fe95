//! Makes the stubs from the protocol: that in the bot's folder `protos`, or else the harness's.

use std::error::Error;
use std::path::Path;

const FOLDERS: [&str; 2] = ["protos", "../../protos"];
const PROTOCOL: &str = "arena/v1/arena.proto";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = FOLDERS
        .into_iter()
        .find(|folder| Path::new(folder).join(PROTOCOL).exists())
        .ok_or_else(|| format!("{PROTOCOL} is in none of {FOLDERS:?}"))?;
    println!("cargo:rerun-if-changed={folder}");
    tonic_prost_build::configure()
        .build_server(false)
        .compile_fds(protox::compile([PROTOCOL], [folder])?)?;
    Ok(())
}
