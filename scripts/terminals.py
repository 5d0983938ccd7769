"""Terminal windows on a screen of their own (Xvfb): opened, typed into, photographed. For scripts/screenshots and scripts/flicker."""
import os, shutil, struct, subprocess, tempfile, time

FONT = "DejaVu Sans Mono"
NEEDED = {"xterm": ["xterm"], "kitty": ["kitty"], "mlterm": ["mlterm"], "tmux-kitty": ["kitty", "tmux"], "tmux": ["xterm", "tmux"],
          "mono": ["xterm"]}


def missing(kind):
    """The programs that this kind of terminal needs and that are not installed."""
    tools = NEEDED[kind] + ["Xvfb", "xdotool", "xwd", "convert", "montage"]
    return [tool for tool in tools if not shutil.which(tool)]


class Window:
    """One terminal that runs one command; `size` in cells."""

    def __init__(self, kind, size, command, environment):
        self.kind, self.size = kind, size
        self.folder = tempfile.mkdtemp(prefix="keepers-window-")
        self.environment = {k: os.environ[k] for k in ("PATH",) if k in os.environ}
        self.environment.update(LC_ALL="C.UTF-8", HOME=self.folder, XDG_CACHE_HOME=self.folder, XDG_RUNTIME_DIR=self.folder,
                                LIBGL_ALWAYS_SOFTWARE="1", KITTY_CONFIG_DIRECTORY=self.folder, **environment)
        self.processes = []
        self.environment["DISPLAY"] = ":" + self.screen()
        self.start(self.terminal(command), [])
        self.window = self.find()

    def screen(self):
        """The number of a new screen. Another may have it already: then the next is tried."""
        for number in range(1000 + (os.getpid() * 7 + id(self) // 64) % 20_000, 64_000, 101):
            if os.path.exists(f"/tmp/.X{number}-lock"):
                continue
            read, write = os.pipe()
            self.start(["Xvfb", f":{number}", "-displayfd", str(write), "-screen", "0", "1680x1260x24", "+extension", "GLX", "-nolisten", "tcp"], [write])
            os.close(write)
            with os.fdopen(read) as pipe:
                if pipe.readline().strip():
                    return str(number)
            if len(self.processes) > 20:
                raise SystemExit("Xvfb does not start:\n" + open(self.folder + "/log").read()[-2000:])

    def start(self, words, kept):
        with open(os.path.join(self.folder, "log"), "a") as log:
            self.processes.append(subprocess.Popen(words, env=self.environment, pass_fds=kept, stdin=subprocess.DEVNULL, stdout=log,
                                                   stderr=log))

    def terminal(self, command):
        columns, rows = self.size
        if self.kind.startswith("tmux"):
            command = ["tmux", "-S", self.folder + "/tmux", "-f", self.tmux_settings(), "new-session", "--"] + command
        if self.kind in ("kitty", "tmux-kitty"):
            return ["kitty", "--config", "NONE", "-o", "font_family=" + FONT, "-o", "font_size=11", "-o", "remember_window_size=no",
                    "-o", f"initial_window_width={columns}c", "-o", f"initial_window_height={rows}c", "-o", "background=#000000",
                    "-o", "enable_audio_bell=no", "-o", "update_check_interval=0", "-o", "cursor_blink_interval=0",
                    "-o", "window_padding_width=0", "-o", "confirm_os_window_close=0"] + command
        if self.kind == "mlterm":
            return ["mlterm", "-g", f"{columns}x{rows}", "-w", "16", "-b", "black", "-f", "gray", "-e"] + command
        return ["xterm", "-ti", "vt340", "-tn", "xterm-256color", "-geometry", f"{columns}x{rows}+0+0", "-fa", FONT, "-fs", "11",
                "-bg", "black", "-fg", "gray", "-b", "0", "+sb", "-xrm", "XTerm*decTerminalID: vt340",
                "-xrm", "XTerm*numColorRegisters: 256", "-xrm", "XTerm*sixelScrolling: true",
                "-xrm", "XTerm*privateColorRegisters: true", "-xrm", "XTerm*allowWindowOps: true",
                "-xrm", "XTerm*maxGraphicSize: 2000x2000", "-e"] + command

    def tmux_settings(self):
        path = self.folder + "/tmux.conf"
        with open(path, "w") as file:
            file.write("set -g status-style bg=colour236,fg=colour250\nset -g default-terminal tmux-256color\n"
                       "set -ga terminal-overrides ',*:Tc'\n")
            file.write("set -g allow-passthrough " + ("on" if self.kind == "tmux-kitty" else "off") + "\n")
        return path

    def tool(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True)

    def find(self):
        name = {"tmux-kitty": "kitty", "tmux": "xterm", "mono": "xterm"}.get(self.kind, self.kind)
        for _ in range(600):
            found = self.tool("xdotool", "search", "--onlyvisible", "--class", name).stdout.split()
            if found:
                self.tool("xdotool", "windowfocus", found[0].decode())
                self.tool("xdotool", "mousemove", "1679", "1259")
                return found[0].decode()
            time.sleep(0.1)
        raise SystemExit(f"no window of {self.kind} appeared:\n" + open(self.folder + "/log").read()[-2000:])

    def keys(self, words):
        """xdotool's key names; `type:TEXT` types it, `wait:SECONDS` waits."""
        for word in words:
            if word.startswith("wait:"):
                time.sleep(float(word[5:]))
            elif word.startswith("type:"):
                self.tool("xdotool", "type", "--delay", "40", word[5:])
            else:
                self.tool("xdotool", "key", word)
                time.sleep(0.15)

    def picture(self):
        """What the window shows now, as XWD."""
        return self.tool("xwd", "-silent", "-id", self.window).stdout

    def settled(self, seconds=40.0, quiet=1.5):
        """The picture once nothing has changed for a while."""
        last, since, end = b"", time.time(), time.time() + seconds
        while time.time() < end:
            now = self.picture()
            if now != last:
                last, since = now, time.time()
            elif time.time() - since > quiet and len(set(pixels(now)[::4001])) > 2:
                break
            time.sleep(0.1)
        return last

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self.kind.startswith("tmux"):
            self.tool("tmux", "-S", self.folder + "/tmux", "kill-server")
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def pixels(xwd):
    """The bytes of the pixels alone: the header's length and the colour map's count come first."""
    if len(xwd) < 100:
        return b""
    header = struct.unpack(">25I", xwd[:100])
    return xwd[header[0] + header[19] * 12:]


def keepers():
    path = os.environ.get("KEEPERS_BINARY") or os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), ".build/release/keepers")
    if not os.access(path, os.X_OK):
        raise SystemExit(f"{path} is not there: make build")
    return path


def prepared(folder, frames=None):
    """A demo card and a home in which it is scored already."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    card, home = os.environ.get("CARD") or folder + "/card", folder + "/home"
    os.makedirs(home)
    if not os.path.isdir(card):
        photos = root + "/.local/photos"
        words = [keepers(), "demo", card, "--seed", "1", "--frames", str(frames or 60)]
        subprocess.run(words + (["--photos", photos] if os.path.exists(photos + "/complete") else []), check=True, stdout=subprocess.DEVNULL)
    surroundings = dict(os.environ, HOME=home, KEEPERS_HOME=home)
    subprocess.run([keepers(), "score", card], check=True, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return card, home
