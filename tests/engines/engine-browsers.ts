import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumFlags, chromiumPath } from '../support/chromium.ts'

interface Engine {
  name: string
  /** Must match the user agent, or another browser has answered. */
  agent: RegExp
  open: (address: string) => Promise<OpenBrowser>
}

interface OpenBrowser {
  /** Rejects with the output if the browser exits by itself. */
  ended: Promise<never>
  close: () => Promise<void>
}

/** Kills the browser after so many seconds, within the test's timeout. */
const LONGEST = 1100

/** No first-run pages, prompts or requests to third parties. */
const firefoxPreferences = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.max_script_run_time': 0,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

export const engines: readonly Engine[] = [
  {
    name: 'Chromium',
    agent: /Chrome\/\d+/,
    open: (address) =>
      openWith(async (folder) => ({
        command: chromiumPath,
        args: [
          ...chromiumFlags,
          '--headless',
          '--remote-debugging-port=0',
          `--user-data-dir=${folder}`,
          address,
        ],
      })),
  },
  {
    name: 'Firefox',
    agent: /Gecko\/\d+ Firefox\/\d+/,
    open: (address) =>
      openWith(async (folder) => {
        const lines = Object.entries(firefoxPreferences).map(
          ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
        )
        await writeFile(join(folder, 'user.js'), lines.join(''))
        const command = installed('Firefox', ['/usr/bin/firefox-esr', '/usr/bin/firefox'])
        return { command, args: ['--headless', '--no-remote', '--profile', folder, address] }
      }),
  },
  { name: 'WebKit', agent: /AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Version\//, open: openWebKit },
]

function installed(name: string, paths: readonly string[]): string {
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`${name} is not installed: none of ${paths.join(', ')}`)
  return found
}

/** WebKitGTK's MiniBrowser has no headless mode: runs on a virtual display. */
async function openWebKit(address: string): Promise<OpenBrowser> {
  const xvfb = installed('Xvfb', ['/usr/bin/Xvfb'])
  const screen = start(
    xvfb,
    ['-displayfd', '3', '-screen', '0', '800x600x24', '-nolisten', 'tcp'],
    process.env,
  )
  try {
    const display = await Promise.race([firstLine(screen.child.stdio[3]), screen.ended])
    const browser = await openWith(async (folder) => ({
      command: installed(
        'WebKitGTK’s MiniBrowser',
        ['x86_64-linux-gnu', 'aarch64-linux-gnu', '.']
          .map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`)
          .concat('/usr/libexec/webkit2gtk-4.1/MiniBrowser'),
      ),
      args: ['--private', address],
      env: {
        DISPLAY: `:${display}`,
        GDK_BACKEND: 'x11',
        XDG_RUNTIME_DIR: folder,
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
    }))
    return {
      ended: Promise.race([browser.ended, screen.ended]),
      close: () => browser.close().finally(screen.close),
    }
  } catch (error) {
    await screen.close()
    throw error
  }
}

interface Command {
  command: string
  args: string[]
  env?: Record<string, string>
}

/** With a temporary profile folder. */
async function openWith(prepare: (folder: string) => Promise<Command>): Promise<OpenBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'kenshin-engine-'))
  const { command, args, env = {} } = await prepare(folder)
  const browser = start(command, args, { ...process.env, HOME: folder, ...env })
  return {
    ended: browser.ended,
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

function start(command: string, args: string[], env: NodeJS.ProcessEnv) {
  // Its own process group, so that all its children end with it.
  const child = spawn('timeout', ['--signal=KILL', `${LONGEST}`, command, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4000)
    })
  let closing = false
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`${signal ?? code}`))
  })
  const ended = gone.then((why) => {
    if (closing) return new Promise<never>(() => {})
    throw new Error(`${command} ended (${why}):\n${printed}`)
  })
  // Avoids an unhandled rejection.
  ended.catch(() => undefined)
  return {
    child,
    ended,
    async close() {
      closing = true
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL')
      await gone
    },
  }
}

async function firstLine(stream: ChildProcess['stdio'][3]): Promise<string> {
  if (!stream || !('read' in stream)) throw new Error('no third pipe')
  const [chunk] = await once(stream, 'data')
  return String(chunk).trim()
}
