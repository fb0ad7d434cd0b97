import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installed, start } from '../support/browser/browser-processes.ts'
import { chromiumFlags, chromiumPath } from '../support/browser/chromium.ts'
import { miniBrowser, openScreen } from '../support/browser/mini-browser.ts'

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

async function openWebKit(address: string): Promise<OpenBrowser> {
  const screen = await openScreen(LONGEST)
  try {
    const browser = await openWith(async (folder) => ({
      command: miniBrowser(),
      args: ['--private', address],
      env: screen.environment(folder),
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
  const browser = start(command, args, { ...process.env, HOME: folder, ...env }, LONGEST)
  return {
    ended: browser.ended,
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
