"""The command line.  Exit status 0 means that the work succeeded; ``--json`` prints one document alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import workaday

if TYPE_CHECKING:
    from workaday.audit import Audit
    from workaday.report import Line
    from workaday.run import Attempt
    from workaday.snapshot import Snapshot

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
output = click.option("--out", type=click.Path(path_type=Path), help="Where the recordings go.")
parallel_option = click.option("--parallel", default=1, show_default=True, help="Processes at a time.")
FAILED = 1
UNFOLDED = 200
"""Columns of a table that goes to a file: nothing is folded there."""


class Commands(click.Group):
    """Commands whose errors say what was wrong, with which input, and what to do; no traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error of ours is printed and makes the exit status 1."""
        from workaday.errors import WorkadayError

        try:
            return super().invoke(ctx)
        except WorkadayError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Commands)
@click.version_option(workaday.__version__)
def main() -> None:
    """An office for AI agents to practise in."""


def print_json(document: Any) -> None:
    """Print a JSON document."""
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


def table(title: str, headings: list[str], rows: list[list[object]]) -> None:
    """Print a table; numbers to the right."""
    from rich.console import Console
    from rich.table import Table

    drawn = Table(title=title, title_justify="left", title_style="bold")
    for place, heading in enumerate(headings):
        numeric = bool(rows) and all(isinstance(row[place], (int, float)) for row in rows)
        drawn.add_column(heading, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row))
    Console(width=None if sys.stdout.isatty() else UNFOLDED).print(drawn)


@contextmanager
def progress(text: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error: call with how much is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        shown = bar.add_task(text, total=total)
        yield lambda done: bar.update(shown, completed=done)


def snapshot_of(firm: str, size: Any, seed: int = 1, *, rebuild: bool = False) -> Snapshot:
    """A snapshot; if it has to be built, with a progress bar."""
    from workaday.snapshot import Store

    store = Store()
    found = None if rebuild else store.find(firm, size, seed)
    if found is not None:
        return found
    with progress(f"Building {firm} ({size})", 100) as done:
        return store.build(firm, size, seed, lambda share: done(round(100 * share)))


# --- tasks ----------------------------------------------------------------------------------------------


@main.command()
@click.option("--split", help="Only families of this split.")
@as_json
def tasks(split: str | None, as_json: bool) -> None:
    """Families of tasks, and how many tasks each makes."""
    from workaday.catalogue import described
    from workaday.task import families

    for family in families().values():
        snapshot_of(family.firm, family.size)
    found = [described(family) for family in families().values() if split in {None, family.split}]
    if as_json:
        print_json({"families": found})
        return
    rows = [
        [
            f["name"],
            ", ".join(f["apps"]),
            f["split"],
            f["variants"],
            ", ".join(f["doors"]),
            f["checks"],
            f["reference_steps"],
        ]
        for f in found
    ]
    table("Tasks", ["family", "apps", "split", "variants", "doors", "checks", "steps"], rows)


@main.command()
@click.argument("app", nargs=-1)
@as_json
def tools(app: tuple[str, ...], as_json: bool) -> None:
    """The tools of these apps, or of all, as OpenAI function schemas."""
    from workaday.tool import toolbox

    found = toolbox(*app)
    if as_json:
        print_json({"tools": [tool.schema for tool in found.values()]})
        return
    rows: list[list[object]] = [
        [tool.name, "reads" if tool.reads else "writes", tool.wire or "", tool.description.splitlines()[0]]
        for tool in found.values()
    ]
    table("Tools", ["name", "", "product's method", "what it does"], rows)


# --- playing --------------------------------------------------------------------------------------------


@main.command()
@click.argument("task", nargs=-1)
@click.option("--agent", default="reference", show_default=True, help="Who plays.")
@click.option(
    "--door", type=click.Choice(["tool", "tools", "wire", "browser"]), default="tool", show_default=True
)
@click.option("--variants", default=1, show_default=True, help="How many variants of each family.")
@click.option("--first", default=0, show_default=True, help="The first variant.")
@click.option("--samples", default=1, show_default=True, help="Attempts at each variant.")
@click.option("--patience", type=float, help="Seconds after which an attempt is given up.")
@parallel_option
@output
@as_json
def run(
    task: tuple[str, ...],
    agent: str,
    door: str,
    variants: int,
    first: int,
    samples: int,
    patience: float | None,
    parallel: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play tasks: families by name, or single variants as NAME#7.  What is recorded is not played again."""
    from workaday.agents import agent as find_agent
    from workaday.run import Attempt, chosen
    from workaday.task import family

    find_agent(agent)
    attempts = [
        Attempt(name, variant, agent, "tool" if door == "tools" else door, sample, patience=patience)  # type: ignore[arg-type]
        for name, only in chosen(task)
        for variant in (
            [only] if only is not None else range(first, min(first + variants, family(name).variants))
        )
        for sample in range(samples)
    ]
    _run(attempts, out, parallel, as_json=as_json)


def _run(attempts: list[Attempt], out: Path | None, parallel: int, *, as_json: bool) -> None:
    from workaday.report import summary
    from workaday.wall import Stopwatch

    stopwatch = Stopwatch()
    rollouts = played(attempts, out, parallel)
    if as_json:
        print_json(summary(rollouts, stopwatch.seconds))
    else:
        print_rollouts("Rollouts", rollouts)
    if any(rollout.reward is None for rollout in rollouts):
        raise SystemExit(FAILED)


def played(attempts: list[Attempt], out: Path | None, parallel: int, *, again: bool = False) -> list[Any]:
    """Play attempts with a progress bar; the recordings in order of the attempts."""
    from workaday.run import play_all
    from workaday.task import family

    for name in dict.fromkeys(attempt.task for attempt in attempts):
        snapshot_of(family(name).firm, family(name).size)
    found = {}
    with progress("Playing", len(attempts)) as done:
        for attempt, rollout in play_all(attempts, out, parallel, again=again):
            found[attempt] = rollout
            done(len(found))
    return [found[attempt] for attempt in attempts]


def print_rollouts(title: str, rollouts: list[Any], *, estimates: bool = False) -> None:
    """Print a line for each task, agent and door; with what can be estimated from it, if asked for."""
    from workaday.report import lines

    found = lines(rollouts)
    rows = [[*_told(line), *(_estimated(line) if estimates else [])] for line in found]
    headings = ["task", "agent", "door", "attempts", "reward", "passed", "broken", "steps", "seconds"]
    table(title, [*headings, *(["95% interval", "k", "pass@k", "pass^k"] if estimates else [])], rows)


def _told(line: Line) -> list[object]:
    return [
        line.task,
        line.agent,
        line.door,
        line.attempts,
        "-" if line.reward is None else f"{line.reward:.2f}",
        f"{line.successes}/{line.attempts}",
        line.broken,
        round(line.steps, 1),
        round(line.seconds, 2),
    ]


def _estimated(line: Line) -> list[object]:
    if line.interval is None:
        return ["-", 0, "-", "-"]
    low, high = line.interval
    return [f"{low:.2f} to {high:.2f}", line.k, f"{line.any_of_k:.2f}", f"{line.all_of_k:.2f}"]


@main.command()
@click.option("--variants", default=2, show_default=True, help="Variants of each family.")
@output
@click.option("--parallel", default=2, show_default=True, help="Processes at a time.")
def demo(variants: int, out: Path | None, parallel: int) -> None:
    """The main job, start to finish: build the firm, play tasks by every door, grade and record them."""
    from workaday.demo import attempts, complaints
    from workaday.show import write

    folder = out or Path("demo")
    rollouts = played(attempts(variants), folder, parallel, again=True)
    print_rollouts("Reward per task, agent and door", rollouts)
    click.echo(f"Recordings: {folder.resolve()}")
    click.echo(f"To look through them: {write(folder).resolve()}")
    found = complaints(rollouts)
    for complaint in found:
        click.echo(complaint, err=True)
    if found:
        raise SystemExit(FAILED)


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@as_json
def report(folder: Path, as_json: bool) -> None:
    """What the recordings in a folder say together."""
    from workaday.report import read, summary

    rollouts = read(folder)
    if as_json:
        print_json(summary(rollouts, sum(float(rollout.wall.get("seconds", 0)) for rollout in rollouts)))
    else:
        print_rollouts(str(folder), rollouts, estimates=True)


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def show(folder: Path) -> None:
    """Write a page to look through the recordings in a folder: steps, pictures, changes, grades."""
    from workaday.show import write

    click.echo(write(folder).resolve())


@main.command()
@click.argument("path", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@as_json
def replay(path: tuple[Path, ...], as_json: bool) -> None:
    """Play recordings again: same state hash, observations and grade, or where they part."""
    from dataclasses import asdict

    from workaday.replay import replay as play_again
    from workaday.rollout import recordings

    files = [file for each in path for file in (recordings(each) if each.is_dir() else [each])]
    results = []
    with progress("Replaying", len(files)) as done:
        for file in files:
            results.append(play_again(file))
            done(len(results))
    if as_json:
        print_json({"replays": [asdict(result) for result in results]})
    else:
        for result in results:
            click.echo(
                f"{'differs' if result.differences else 'same   '}  {result.state_hash[:16]}  {result.path}"
            )
            for difference in result.differences:
                click.echo(f"         {difference}")
    if any(result.differences for result in results):
        raise SystemExit(FAILED)


# --- proofs ---------------------------------------------------------------------------------------------


@main.command()
@click.argument("task", nargs=-1)
@click.option("--variants", default=3, show_default=True, help="How many variants of each family.")
@click.option(
    "--door", "doors", multiple=True, type=click.Choice(["tool", "wire", "browser"]), help="Only these doors."
)
@parallel_option
@as_json
def audit(
    task: tuple[str, ...],
    variants: int,
    doors: tuple[str, ...],
    parallel: int,
    as_json: bool,
) -> None:
    """The proof of each task: baselines fail, the reference passes twice alike, damage is noticed."""
    from workaday.audit import audit_all, totals
    from workaday.run import chosen
    from workaday.task import family

    wanted = [
        (name, variant)
        for name, only in chosen(task)
        for variant in ([only] if only is not None else range(min(variants, family(name).variants)))
    ]
    for name in dict.fromkeys(name for name, _ in wanted):
        snapshot_of(family(name).firm, family(name).size)
    found: list[Audit] = []
    with progress("Auditing", len(wanted)) as done:
        for each in audit_all(wanted, tuple(doors), parallel):  # type: ignore[arg-type]
            found.append(each)
            done(len(found))
    found.sort(key=lambda each: (each.task, each.variant))
    if as_json:
        print_json({"tasks": [each.as_dict() for each in found], "totals": totals(found)})
    else:
        _print_audits(found)
    if any(each.faults for each in found):
        raise SystemExit(FAILED)


def _print_audits(found: list[Audit]) -> None:
    rows: list[list[object]] = [
        [
            f"{each.task}#{each.variant}",
            " ".join(f"{name} {result['reward']}" for name, result in each.trivial.items()),
            " ".join(f"{door} {result['reward']}" for door, result in each.reference.items()),
            each.killed,
            len(each.survived),
            each.passed,
            len(each.faults),
        ]
        for each in found
    ]
    headings = ["task", "baselines", "reference", "killed", "excused", "equivalents", "faults"]
    table("Audit", headings, rows)
    for each in found:
        for fault in each.faults:
            click.echo(f"{each.task}#{each.variant}: {fault}", err=True)


@main.command()
@click.argument("app")
@as_json
def check(app: str, as_json: bool) -> None:
    """The contract of an app: frozen time, same bytes, reads that only read, doors that agree."""
    from workaday.contract import check as check_contract

    snapshot = snapshot_of("marlow", "tiny")
    found = check_contract(app, snapshot)
    if as_json:
        print_json(
            {"app": app, "checks": [{"name": c.name, "passed": c.passed, "why": c.why} for c in found]}
        )
    else:
        for each in found:
            click.echo(
                f"{'ok    ' if each.passed else 'FAILED'}  {each.name}{': ' + each.why if each.why else ''}"
            )
    if not all(each.passed for each in found):
        raise SystemExit(FAILED)


@main.command()
@as_json
def bench(as_json: bool) -> None:
    """Speed, beside the same work in bare SQLite, in one run."""
    from workaday.bench import measured

    document = measured(lambda size: snapshot_of("marlow", size))
    if as_json:
        print_json(document)
        return
    rows: list[list[object]] = [
        [r["name"], r["size"], r["median_us"], r["p95_us"], r["floor_us"] or "", r["ratio"] or ""]
        for r in document["rows"]
    ]
    table("Speed", ["what", "size", "median µs", "p95 µs", "floor µs", "ratio"], rows)


# --- worlds ---------------------------------------------------------------------------------------------


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8080, show_default=True, help="The agents' door.")
@click.option("--control-port", default=8081, show_default=True, help="The control door.")
@click.option("--workers", default=2, show_default=True, help="Processes.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("worlds"), show_default=True)
@click.option(
    "--admin-token", envvar="WORKADAY_ADMIN_TOKEN", help="For the control door; made up if not given."
)
def serve(
    host: str, port: int, control_port: int, workers: int, folder: Path, admin_token: str | None
) -> None:
    """Both doors over HTTP: worlds live in files and outlive the server."""
    from workaday.server.workers import serve as serve_workers

    serve_workers(host, port, control_port, workers=workers, folder=folder, admin_token=admin_token)


@main.group()
def snapshot() -> None:
    """World images."""


size_option = click.option(
    "--size", type=click.Choice(["tiny", "small", "full"]), default="small", show_default=True
)
seed_option = click.option(
    "--seed", default=1, show_default=True, help="Another number is another firm of the kind."
)


@snapshot.command("build")
@click.argument("firm")
@size_option
@seed_option
@click.option("--rebuild", is_flag=True, help="Build it even if it is there.")
def snapshot_build(firm: str, size: str, seed: int, rebuild: bool) -> None:
    """Build an image, unless it is there."""
    click.echo(snapshot_of(firm, size, seed, rebuild=rebuild).folder)


@snapshot.command("hash")
@click.argument("firm")
@size_option
@seed_option
@click.option("--rebuild", is_flag=True, help="Build it even if it is there.")
def snapshot_hash(firm: str, size: str, seed: int, rebuild: bool) -> None:
    """The state hash of an image, on the last line."""
    click.echo(snapshot_of(firm, size, seed, rebuild=rebuild).manifest.state_hash)


@snapshot.command("list")
@as_json
def snapshot_list(as_json: bool) -> None:
    """The images in the cache."""
    from dataclasses import asdict

    from workaday.snapshot import Store

    found = Store().list()
    if as_json:
        print_json({"snapshots": [{**asdict(each.manifest), "folder": str(each.folder)} for each in found]})
        return
    rows: list[list[object]] = [
        [m.firm, m.size, m.seed, m.state_hash[:16], str(each.folder)]
        for each in found
        for m in [each.manifest]
    ]
    table("Snapshots", ["firm", "size", "seed", "state", "folder"], rows)


@snapshot.command("stats")
@click.argument("firm")
@size_option
@seed_option
@as_json
def snapshot_stats(firm: str, size: str, seed: int, as_json: bool) -> None:
    """How many rows each table of an image has."""
    from workaday.catalogue import row_counts

    found = snapshot_of(firm, size, seed)
    counts = row_counts(found)
    if as_json:
        print_json({"rows": counts, "bytes": len(found.read())})
        return
    rows: list[list[object]] = [[name, count] for name, count in counts.items()]
    table(f"{firm} ({size}), {len(found.read()):,} bytes", ["table", "rows"], rows)


if __name__ == "__main__":
    main()
