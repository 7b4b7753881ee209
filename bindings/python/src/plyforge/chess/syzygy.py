"""Not part of Plyforge: importing this module fails."""
raise ImportError("plyforge.chess has no module syzygy: engines and tablebases are out of its scope. python-chess has them.")
