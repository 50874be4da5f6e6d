"""Kills a worker of a Spark cluster in the middle of the job, and compares what comes out with an undisturbed run.

    python jobs/standalone_faults.py 'crawl/*.warc.gz' [options of jobs/common_crawl.py]

A standalone cluster of one master and two workers is started on this machine, from the package pyspark. The job runs on it, then again:
when half of the time of the first run is over, a worker is killed together with its executor. Both runs must give the same digest.
Exits with 1 where they do not. Says that it was left out where Java or a pyspark with a cluster of its own is missing.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

JOB = pathlib.Path(__file__).with_name("common_crawl.py")
HOST = "127.0.0.1"

#: Seconds until master and workers must be there.
START = 60

#: Bytes of a WARC file that one task reads: so few that both workers have several tasks.
SPLIT = "400000"


def spark_home() -> pathlib.Path | None:
    """The folder of a pyspark that can start a cluster."""
    spec = importlib.util.find_spec("pyspark")
    home = pathlib.Path(spec.origin).parent if spec and spec.origin else None
    return home if home and (home / "bin/spark-class").exists() and (home / "jars").exists() else None


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return int(listener.getsockname()[1])


class Cluster:
    """A master and two workers of one core each, ended together."""

    def __init__(self, home: pathlib.Path, folder: pathlib.Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": HOST, "PYSPARK_PYTHON": sys.executable}
        self.launcher = str(home / "bin/spark-class")
        port = str(free_port())
        self.address = f"spark://{HOST}:{port}"
        self.processes: list[subprocess.Popen[bytes]] = []
        self._start("master", "Master", "--host", HOST, "--port", port, "--webui-port", "0")
        self._wait("master", "Starting Spark master")
        self.workers = []
        for name in ["worker-1", "worker-2"]:
            more = ["--host", HOST, "--cores", "1", "--memory", "2g", "--webui-port", "0", "--work-dir", str(folder / name)]
            self.workers.append(self._start(name, "Worker", *more, self.address))
            self._wait(name, "Successfully registered")

    def _start(self, name: str, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [self.launcher, f"org.apache.spark.deploy.{kind.lower()}.{kind}", *arguments]
        with self.folder.joinpath(f"{name}.log").open("wb") as log:
            # A group of its own: an executor is ended with its worker.
            process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, start_new_session=True)
        self.processes.append(process)
        return process

    def _wait(self, name: str, line: str) -> None:
        log, end = self.folder / f"{name}.log", time.monotonic() + START
        while line not in log.read_text("utf-8", "replace"):
            if time.monotonic() > end:
                raise TimeoutError(f"{name} did not start: {log.read_text('utf-8', 'replace')[-2000:]}")
            time.sleep(0.2)

    def has_executor(self, name: str) -> bool:
        return any(self.folder.joinpath(name).glob("app-*/*/stderr"))

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        for process in self.processes:
            self.kill(process)


def run(home: pathlib.Path, files: str, options: list[str], kill_after: float | None) -> tuple[str, float]:
    """The line with the digest of a run on a new cluster, and its seconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cluster = Cluster(home, folder)
        try:
            command = [sys.executable, str(JOB), files, str(folder / "out"), "--master", cluster.address, "--split", SPLIT, *options]
            start = time.monotonic()
            with folder.joinpath("job.log").open("wb") as log:
                job = subprocess.Popen(command, env=cluster.environment, stdout=subprocess.PIPE, stderr=log)
                if kill_after is not None:
                    while job.poll() is None and (time.monotonic() < start + kill_after or not cluster.has_executor("worker-2")):
                        time.sleep(0.1)
                    if job.poll() is not None:
                        raise RuntimeError("the job ended before the worker was killed: give it more pages")
                    cluster.kill(cluster.workers[1])
                    print(f"killed worker 2 with its executor after {time.monotonic() - start:.1f} s", flush=True)
                said = job.communicate()[0].decode()
            if job.returncode != 0:
                raise RuntimeError(folder.joinpath("job.log").read_text("utf-8", "replace")[-4000:])
            lines = [line for line in said.splitlines() if "rows, digest" in line]
            return lines[-1], time.monotonic() - start
        finally:
            cluster.stop()


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 2
    home = spark_home()
    if not shutil.which("java") or home is None:
        print(f"left out: no {'pyspark with a cluster of its own' if home is None else 'java'} here")
        return 0
    straight, seconds = run(home, sys.argv[1], sys.argv[2:], None)
    print(f"undisturbed: {straight}, {seconds:.1f} s", flush=True)
    disturbed, seconds = run(home, sys.argv[1], sys.argv[2:], seconds / 2)
    print(f"disturbed:   {disturbed}, {seconds:.1f} s")
    print("same digest" if straight == disturbed else "the digests differ")
    return 0 if straight == disturbed else 1


if __name__ == "__main__":
    sys.exit(main())
