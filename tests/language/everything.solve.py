print("made")
