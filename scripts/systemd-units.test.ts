// Covers docs/requirements.md: 687

import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readEnv } from '../server/env.ts'
import { wholeStopLimit } from '../server/stop-limits.ts'

const documentation = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')

/** The settings of a printed unit, as `Section.Name`. */
function settingsOf(unit: string): Record<string, string> {
  const [, printed = ''] = documentation.split(`# /etc/systemd/system/${unit}\n`)
  const [lines = ''] = printed.split(/\n(?:\n|```)/)
  let section = ''
  const settings: Record<string, string> = {}
  for (const line of lines.split('\n')) {
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name !== undefined) settings[`${section}.${name}`] = value
  }
  return settings
}

const service = settingsOf('kenshin.service')
const socket = settingsOf('kenshin.socket')
const environment = Object.fromEntries(
  (service['Service.Environment'] ?? '').split(' ').map((variable) => variable.split('=')),
)

it('gives the server time to stop by itself, with the waiting for its proxy', () => {
  const { STOP_DELAY } = readEnv(environment)
  expect(STOP_DELAY).toBe(3)
  expect(wholeStopLimit(STOP_DELAY)).toBe(25_000)
  expect(Number(service['Service.TimeoutStopSec']) * 1000).toBeGreaterThan(wholeStopLimit(STOP_DELAY))
})

it('signals the server only, restarts it, and lets it write its data', () => {
  expect(service).toMatchObject({ 'Service.KillMode': 'mixed', 'Service.Restart': 'always' })
  // The server stops at SIGTERM, which is the default.
  expect(service).not.toHaveProperty('Service.KillSignal')
  expect(environment['DATA_DIR']).toBe(`/var/lib/${service['Service.StateDirectory']}`)
})

it('starts the script that keeps the socket, in the folder of the project', () => {
  const script = service['Service.ExecStart']?.replace('/usr/bin/node ', '') ?? ''
  expect(script).toMatch(/^scripts\//)
  expect(existsSync(new URL(`../${script}`, import.meta.url))).toBe(true)
  expect(documentation).toContain(`with the project in \`${service['Service.WorkingDirectory']}\``)
  expect(documentation).toContain(`useradd --system --home-dir ${environment['DATA_DIR']}`)
  expect(documentation).toMatch(new RegExp(`^useradd .* ${service['Service.User']}$`, 'm'))
})

it('starts socket and server with the machine, and names both wherever they are stopped', () => {
  expect(socket['Install.WantedBy']).toBe('sockets.target')
  expect(service['Install.WantedBy']).toBe('multi-user.target')
  const commands = [...documentation.matchAll(/systemctl (?:enable --now|start|stop) [^`,;]*/g)].map(String)
  expect(commands.filter((command) => command.includes('enable --now'))).toHaveLength(1)
  for (const command of commands) expect(command).toMatch(/ kenshin\.socket kenshin\.service$/)
})
