"""Programs get all figures, under the names that are promised."""

import csv
import io
import json

from arena.report.figures import standings_csv, standings_json

PROMISED = {
    "rank", "bot", "version", "mu", "sigma", "matches", "losses", "loss_rate", "loss_low",
    "loss_high", "faults",
}  # fmt: skip


def test_json_holds_a_list_under_standings_with_the_promised_fields(standing):
    text = standings_json({"name": "starter"}, [standing(1, "a"), standing(2, "\x1b[31m")])
    table = json.loads(text)

    assert {"name": "starter"} == table["league"]
    assert ["a", "\x1b[31m"] == [one["bot"] for one in table["standings"]]
    assert set() == PROMISED - table["standings"][0].keys()
    assert "\x1b" not in text


def test_csv_holds_the_same_fields_and_a_column_a_seat(standing):
    one = standing(
        1, 'b"ot,', fault_kinds={"crashed": 2, "closed": 1}, loss_rate_by_seat=[0.5, None, 1]
    )
    (row,) = csv.DictReader(io.StringIO(standings_csv([one], 3)))

    assert set() == PROMISED - row.keys()
    assert 'b"ot,' == row["bot"]
    assert "crashed 2, closed 1" == row["fault_kinds"]
    assert ["0.5", "", "1"] == [row[f"loss_rate_seat_{seat}"] for seat in range(3)]


def test_csv_of_a_league_without_bots_is_empty():
    assert "" == standings_csv([], 3)
