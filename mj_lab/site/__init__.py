"""What a browser needs to play and to analyse without a server: mj_engine as WebAssembly."""
