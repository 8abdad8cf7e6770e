from cowork_dsl.validation.candidates import texts_of, values_of, words_of

FILES = {
    "inbox/a.csv": b"id,name\n1,Ann\n2,Ann\n",
    "config.json": b'{"owner": ["fin", 7], "on": true}',
    "logo.png": b"\x89PNG\x00\x00",
    "broken.json": b"{" * 5_000,
}


def test_binary_files_are_no_texts() -> None:
    assert [path for path, _ in texts_of(FILES)] == ["broken.json", "config.json", "inbox/a.csv"]


def test_values_are_cells_leaves_and_names_once() -> None:
    assert set(values_of(FILES)) == {"broken", "config", "logo", "a", "owner", "fin", "7", "on", "1", "2", "Ann"}


def test_words_are_distinct_and_in_order() -> None:
    assert words_of("Add up `inbox/a.csv`: add", "up twice") == ("Add", "up", "inbox", "a.csv", "add", "twice")
