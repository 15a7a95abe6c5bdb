#!/usr/bin/python3
"""samples/ci and action.yml: the files for CI systems are read as these read them, and what they run is run on a small
project, but for the installation. What CI systems themselves make of their files is not tested."""
import os
import re
import subprocess
import sys
import tempfile

import yaml

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.ci import (PROJECTS, REPORTS, changes_faults, faults_of, make_project, measured_faults, option_faults,
                       report_faults, run)

INSTALL = "nstall hlcov"


def shell_faults(blocks):
    for block in blocks:
        done = subprocess.run(["sh", "-n"], input=block, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        yield from faults_of(done)
    if len(blocks) < 4:
        yield "there are %d blocks" % len(blocks)


def missing(directory, paths):
    return ["%s is not there" % path for path in paths if not os.path.exists(os.path.join(directory, path))]


def bare_project(directory):
    yield from make_project(directory, PROJECTS["make"][0])


# ---- GitHub ----

STEP_KEYS = {"name", "id", "if", "uses", "run", "with", "env", "shell", "working-directory", "continue-on-error"}
OUR_ACTION = "./.hlcov-source"


def step_faults(steps):
    for step in steps:
        if ("uses" in step) == ("run" in step) or not set(step) <= STEP_KEYS:
            yield "no step: %s" % step
        if "uses" in step and step["uses"] != OUR_ACTION and not re.fullmatch(r"[\w-]+/[\w/-]+@v\d+", step["uses"]):
            yield "no action: %s" % step["uses"]


def github_faults(workflow):
    if not {"push", "pull_request"} <= set(workflow.get("on", workflow.get(True, {}))):
        yield "it is not run on pushes and pull requests"
    for name, job in workflow["jobs"].items():
        if not isinstance(job.get("runs-on"), str) or not job.get("steps"):
            yield "job %s: %s" % (name, job)
        yield from step_faults(job["steps"])


def action_faults(action):
    """A composite action: each step says its shell, each input is described and asked for somewhere."""
    text = str(action["runs"]) + str(action["outputs"])
    yield from step_faults(action["runs"]["steps"])
    yield from ("no shell: %s" % step for step in action["runs"]["steps"] if ("run" in step) != ("shell" in step))
    if action["runs"]["using"] != "composite":
        yield "it is no composite action"
    for name, field in action["inputs"].items():
        if set(field) != {"description", "default"} or not isinstance(field["default"], str):
            yield "input %s: %s" % (name, field)
        if "inputs.%s" % name not in text:
            yield "input %s is not used" % name


def expanded(text, values):
    """Text with ${{ NAME }} replaced."""
    return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda name: values[name.group(1)], text)


def holds(condition, values):
    """Whether a condition of names, strings, ==, != and && is true."""
    for part in condition.strip("${ }").split(" && "):
        name, operator, string = re.fullmatch(r"([\w.-]+) (==|!=) '([^']*)'", part).groups()
        if (values[name] == string) != (operator == "=="):
            return False
    return True


def action_steps(action, given, event):
    """The steps of the action that are done for the inputs that are given, with these filled in."""
    if not set(given) <= set(action["inputs"]):
        yield {"name": "unknown inputs", "run": "false", "env": {}}
    values = {"inputs." + name: given.get(name, field["default"]) for name, field in action["inputs"].items()}
    values["github.event_name"] = event
    for step in action["runs"]["steps"]:
        if holds(step["if"], values):
            yield dict(step, **{key: {name: expanded(text, values) for name, text in step.get(key, {}).items()}
                                for key in ("env", "with")})


def github_steps(workflow, action, event):
    """All steps of the job, those of the action in the place of each call."""
    for step in workflow["jobs"]["coverage"]["steps"]:
        if step.get("uses") == OUR_ACTION:
            yield from action_steps(action, step["with"], event)
        else:
            yield step


def github_run_faults(directory, workflow, action, event):
    yield from bare_project(directory)
    summary = os.path.join(directory, "summary.md")
    steps = list(github_steps(workflow, action, event))
    done = {step["name"]: run(step["run"], directory, GITHUB_STEP_SUMMARY=summary, **step.get("env", {}))
            for step in steps if "run" in step and not step["name"].startswith("Install")}
    gates = done.pop("Gates")
    for one in done.values():
        yield from faults_of(one)
    yield from measured_faults(directory, PROJECTS["make"][1])
    yield from report_faults(directory, gates, {"coverage/html/index.html", "coverage/cobertura.xml",
                                                "coverage/badge.svg", "coverage/comment.md"})
    yield from missing(directory, ["coverage-history.jsonl"])
    yield from missing(directory, (path for step in steps if "upload" in step.get("uses", "")
                                   for key, path in step["with"].items() if key in ("path", "sarif_file")))
    changes = done["Report what changed"].stdout if event == "pull_request" else None
    if changes is not None and not re.search("(?m)^::warning file=clamp.c,line=6,", changes):
        yield "warnings: " + changes
    if ("Gates of what changed" in done) != (event == "pull_request"):
        yield "steps for %s: %s" % (event, sorted(done))
    with open(summary, encoding="utf-8") as file:
        if "**MC/DC**" not in file.read():
            yield "the summary has no scores"


def try_github(top):
    text = tap.read("samples/ci/github.yml")
    workflow, action = yaml.safe_load(text), yaml.safe_load(tap.read("action.yml"))
    tap.point("github.yml: is a workflow", github_faults(workflow))
    tap.point("action.yml: is an action", action_faults(action))
    steps = list(github_steps(workflow, action, "pull_request"))
    blocks = [step["run"] for step in steps if "run" in step]
    tap.point("github.yml: its shell", shell_faults(blocks))
    tap.point("github.yml: its options", option_faults("\n".join(blocks)))
    for event in "push", "pull_request":
        tap.point("github.yml: works for %s" % event,
                  github_run_faults(os.path.join(top, event), workflow, action, event))


# ---- GitLab ----

JOB_KEYS = {"stage", "image", "rules", "variables", "before_script", "script", "cache", "coverage", "artifacts"}


def gitlab_faults(jobs):
    for name, job in jobs.items():
        if not set(job) <= JOB_KEYS or "image" not in job:
            yield "job %s has %s" % (name, sorted(job))
        for key in "before_script", "script":
            if not all(isinstance(command, str) for command in job[key]):
                yield "%s of %s: %s" % (key, name, job[key])
        report = job["artifacts"]["reports"]["coverage_report"]
        if report != {"coverage_format": "cobertura", "path": "cobertura.xml"}:
            yield "coverage_report: %s" % report
        if not re.fullmatch("/.+/", job["coverage"]):
            yield "coverage is no regular expression: %s" % job["coverage"]


def gitlab_run_faults(directory, job):
    """The job fails by a gate at its end, after all is written."""
    yield from bare_project(directory)
    done = run("\n".join(job["script"]), directory, CI_MERGE_REQUEST_DIFF_BASE_SHA="HEAD^1")
    yield from measured_faults(directory, PROJECTS["make"][1])
    yield from faults_of(done, 1)
    if "masking MC/DC 50.0%" not in done.stdout or "statements 85.7% (" in done.stdout:
        yield "gates: " + done.stdout
    yield from missing(directory, [*job["artifacts"]["paths"], *job["cache"]["paths"], "cobertura.xml"])
    found = re.search(job["coverage"].strip("/"), done.stdout, re.M)
    if not found or int(found.group(1)) < 80:
        yield "no percentage: " + done.stdout


def try_gitlab(top):
    jobs = yaml.safe_load(tap.read("samples/ci/gitlab-ci.yml"))
    blocks = [command for job in jobs.values() for command in job["before_script"] + job["script"]]
    tap.point("gitlab-ci.yml: is a pipeline", gitlab_faults(jobs))
    tap.point("gitlab-ci.yml: its shell", shell_faults(blocks))
    tap.point("gitlab-ci.yml: its options", option_faults("\n".join(blocks)))
    tap.point("gitlab-ci.yml: works", gitlab_run_faults(os.path.join(top, "gitlab"), jobs["coverage"]))


# ---- Jenkins ----

def jenkins_faults(text):
    """As far as one can say without Jenkins: braces and quotes are closed, stages have steps."""
    bare = re.sub(r"\'\'\'.*?\'\'\'|'[^'\n]*'|//[^\n]*", "", text, flags=re.S)
    if bare.count("{") != bare.count("}") or "'" in bare or not re.search(r"(?m)^pipeline \{", bare):
        yield "braces or quotes are open"
    if len(re.findall(r"stage\(", bare)) != len(re.findall(r"steps \{", bare)):
        yield "stages have no steps"


def jenkins_blocks(text):
    """Of each stage, and of what is done always, the shell; Jenkins runs it by sh -xe."""
    parts = re.split(r"stage\('([^']+)'\)|(always) \{", text)
    for first, second, body in zip(parts[1::3], parts[2::3], parts[3::3]):
        block = re.search(r"sh (?:\'\'\'(.*?)\'\'\'|'([^'\n]*)')", body, re.S)
        yield first or second, (block.group(1) or block.group(2)).replace("\n" + " " * 16, "\n")


def stages_run_faults(directory, blocks, gates):
    """Those but for the installation work, and the gate that is last in them fails."""
    yield from bare_project(directory)
    for name, block in blocks:
        if INSTALL in name:
            continue
        done = run(block, directory, SYSTEM_PULLREQUEST_TARGETBRANCHNAME="main")
        yield from (report_faults(directory, done, ()) if name == gates else faults_of(done))
    yield from measured_faults(directory, PROJECTS["make"][1])
    yield from missing(directory, REPORTS - {"summary.md"})


def try_jenkins(top):
    text = tap.read("samples/ci/Jenkinsfile")
    blocks = list(jenkins_blocks(text))
    tap.point("Jenkinsfile: is a pipeline", jenkins_faults(text))
    tap.point("Jenkinsfile: its shell", shell_faults([block for _, block in blocks]))
    tap.point("Jenkinsfile: its options", option_faults("\n".join(block for _, block in blocks)))
    tap.point("Jenkinsfile: works", stages_run_faults(os.path.join(top, "jenkins"), blocks, "always"))


# ---- Azure ----

KINDS = {"checkout", "script", "task", "publish"}


def azure_faults(pipeline):
    for step in pipeline["steps"]:
        if len(KINDS & set(step)) != 1 or not set(step) <= KINDS | {"displayName", "condition", "inputs", "artifact",
                                                                   "fetchDepth"}:
            yield "no step: %s" % step
        if "task" in step and not re.fullmatch(r"\w+@\d+", step["task"]):
            yield "no task: %s" % step["task"]


def try_azure(top):
    pipeline = yaml.safe_load(tap.read("samples/ci/azure-pipelines.yml"))
    blocks = [(step["displayName"], step["script"]) for step in pipeline["steps"] if "script" in step]
    tap.point("azure-pipelines.yml: is a pipeline", azure_faults(pipeline))
    tap.point("azure-pipelines.yml: its shell", shell_faults([block for _, block in blocks]))
    tap.point("azure-pipelines.yml: its options", option_faults("\n".join(block for _, block in blocks)))
    tap.point("azure-pipelines.yml: works", stages_run_faults(os.path.join(top, "azure"), blocks, "Gates"))


with tempfile.TemporaryDirectory() as top:
    tap.install(top)
    try_github(top)
    try_gitlab(top)
    try_jenkins(top)
    try_azure(top)
tap.finish()
