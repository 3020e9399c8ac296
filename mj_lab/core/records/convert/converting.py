"""Converts record after record from files to one output, and counts what was skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from mj_lab.core.records.archives import ArchiveEntry, files_of, read_entries
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.convert.output import ConvertedFile
from mj_lab.core.records.convert.texts import texts_of
from mj_lab.core.records.hand import HandError
from mj_lab.core.records.json_lines import RecordError, one_line

# Called for each skipped record, with its place; and after each record, with the numbers of files
# and games read so far.
OnSkipped = Callable[[str], None]
WatchGames = Callable[[int, int], None]


class Account:
    """What was converted. skipped: how many, by reason. empty: named files without a game."""

    def __init__(self, tell: OnSkipped) -> None:
        self._tell = tell
        self.files = self.games = self.written = self.empty = 0
        self.skipped: Counter[str] = Counter()

    def skip(self, error: RecordError) -> None:
        """Count and report a record that cannot be read or written."""
        self.skipped[error.reason] += 1
        self._tell(one_line(str(error)))

    def lines(self) -> Iterator[str]:
        """The report for people: a summary, then a line for every reason."""
        skipped = sum(self.skipped.values())
        plural = "" if self.games == 1 else "s"
        yield f"{self.games} game{plural} of {self.files} files, {skipped} skipped"
        for reason, count in self.skipped.most_common():
            yield f"  skipped: {count}: {reason}"


def converted(
    sources: Sequence[Path],
    wanted: Format,
    out: Path,
    seat: int | None,
    tell: OnSkipped,
    watch: WatchGames | None = None,
    force: bool = False,
) -> Account:
    """Convert the games of files and folders to one format; skip and report the others.

    seat: for the format `seat`, only this one. force: overwrite an existing output. Raises
    ValueError, one line, if nothing was written: a file is missing, the output cannot be written,
    or no game could be converted.
    """
    files = [file for path in sources for file in files_of(path)]
    account = Account(tell)
    with ConvertedFile(out, wanted is Format.HUMAN, files, force) as output:
        for file in files:
            account.files += 1
            before = account.games
            for entry in _entries(file, account):
                _write(entry, wanted, seat, output, account)
                if watch is not None:
                    watch(account.files, account.games)
            account.empty += file in sources and account.games == before
        if not account.written:
            reasons = "; ".join(f"{n}: {reason}" for reason, n in account.skipped.most_common(3))
            raise ValueError(f"{out}: nothing to write: {reasons or 'no records'}")
    return account


def _entries(file: Path, account: Account) -> Iterator[ArchiveEntry]:
    try:
        yield from read_entries(file, account.skip)
    except RecordError as error:
        account.skip(error)  # The rest of the file is lost too.


def _write(
    entry: ArchiveEntry, wanted: Format, seat: int | None, output: ConvertedFile, account: Account
) -> None:
    try:
        record = entry.build()
        texts = list(texts_of(record.game, wanted, seat))
    except RecordError as error:
        account.skip(error)
        return
    except HandError as error:
        account.skip(RecordError(f"{entry.place}: {error}", error.reason))
        return
    except (ValueError, LookupError) as error:
        reason = "its requests do not make a game"
        account.skip(RecordError(f"{entry.place}: {reason}: {one_line(str(error))}", reason))
        return
    for complaint in record.complaints:
        account.skip(RecordError(entry.message(complaint), "text after the end of a hand"))
    for text in texts:
        output.write(text)
    account.games += 1
    account.written += len(texts)
