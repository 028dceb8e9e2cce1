"""A store that writes a data set to a folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..errors import InputError
from . import manifest, parts, pending
from .columns import Columns, union
from .lock import lock
from .outcome import Floats, Outcome
from .store import Store


class Folder(Store):
    """Complete parts are Parquet files, other finished points lines of text. Existing results are reused."""

    def __init__(
        self,
        path: Path,
        parameters: Mapping[str, Floats],
        rows: int,
        known: Iterable[str],
        units: Mapping[str, str],
    ) -> None:
        super().__init__(parameters, rows, known)
        self.path = path
        self.units = dict(units)

    @classmethod
    def read(cls, path: Path, parameters: Mapping[str, Floats], rows: int, known: Iterable[str]) -> Store:
        """Reads the contents of the folder into memory without modifying it."""
        store = Store(parameters, rows, known)
        cls(path, parameters, rows, known, {})._give(store)
        return store

    def keep(self, part: int, outcomes: list[Outcome]) -> None:
        pending.append(self._pending(part), outcomes)

    def close_part(self, part: int, columns: Columns) -> None:
        here = {name: values[columns.points] for name, values in self.parameters.items()}
        parts.write(self._file(part), parts.table(columns, here, self.units))
        self._pending(part).unlink(missing_ok=True)
        super().close_part(part, columns)

    def finish(self) -> None:
        # metrics of functions may appear late; finally all parts get the same columns
        names = union(self.known, *(columns.metrics for _, columns in sorted(self.done.items())))
        for part, columns in list(self.done.items()):
            if list(columns.metrics) != names:
                self.close_part(part, columns.with_metrics(names))

    def _give(self, store: Store) -> None:
        """Passes the contents of the folder to a store. Incomplete or invalid parts are ignored."""
        for part in range(-(-self.count // self.rows)):
            columns = parts.read(self._file(part), list(self.parameters))
            if columns is not None and columns.points.tolist() == list(self.points(part)):
                store.done[part] = columns
            elif some := [row for row in pending.read(self._pending(part)) if row.point in self.points(part)]:
                store.gather(part, some)

    def _file(self, part: int) -> Path:
        return self.path / f"part-{part:06}.parquet"

    def _pending(self, part: int) -> Path:
        return self.path / f"pending-{part:06}.jsonl"


class Claimed(Folder):
    """A folder owned by one sweep and, until it is closed, by one process."""

    def __init__(
        self,
        path: Path,
        header: Mapping[str, object],
        parameters: Mapping[str, Floats],
        rows: int,
        known: Iterable[str],
        units: Mapping[str, str],
    ) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self._lock = lock(path)
        try:
            super().__init__(path, parameters, _claim(path, header, rows), known, units)
            self._give(self)
            # left over if the process was killed between two steps
            for part in self.done:
                self._pending(part).unlink(missing_ok=True)
        except BaseException:
            self._lock.close()
            raise

    def close(self) -> None:
        self._lock.close()


def _claim(path: Path, header: Mapping[str, object], rows: int) -> int:
    """Claims the folder for this sweep; returns the number of rows per part."""
    found = manifest.read(path)
    if found is not None:
        manifest.check(path, found, header)
        return int(found["part_rows"])
    if any(path.glob("part-*")):
        raise InputError(f"{path}: the folder has parts of a data set and no manifest: use another folder")
    manifest.write(path, {**header, "part_rows": rows})
    return rows
