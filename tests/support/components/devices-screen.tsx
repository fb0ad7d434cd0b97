import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { vi } from 'vitest'
import type { Role } from '../../../contract/access.ts'
import type { Device, DeviceError } from '../../../contract/devices.ts'
import { DevicesScreen } from '../../../src/features/devices/DevicesScreen.tsx'
import type { DeviceSearch } from '../../../src/features/devices/search.ts'
import { accountQuery } from '../../../src/lib/queries/account.ts'
import { anAccount } from '../responses/account.ts'
import { aDevice } from '../responses/devices.ts'
import { showRouted } from './showRouted.tsx'

interface Call {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
}

interface Options {
  devices?: readonly Device[]
  errors?: readonly DeviceError[]
  role?: Role
  /** Whether the organization's plan includes devices. */
  allowsDevices?: boolean
  search?: DeviceSearch
  /** An answer instead of the usual one. */
  refuse?: (call: Call) => Response | Promise<Response> | undefined
}

function Screen({ search: first }: { search: DeviceSearch }) {
  const [search, setSearch] = useState(first)
  return <DevicesScreen search={search} onSearch={setSearch} />
}

/** The screen of devices before a stubbed network, and what it asked of it. */
export async function openDevicesScreen(options: Options = {}) {
  const { errors = [], role = 0, allowsDevices = true, search = {}, refuse } = options
  let devices = [...(options.devices ?? [aDevice()])]
  const calls: Call[] = []
  const answer = ({ method, path, query, body }: Call): object => {
    if (path === '/device-errors') return { data: errors, count: errors.length }
    if (path === '/plan-usage')
      return { data: { plan: { name: 'Trial', type: 0, allow_devices: allowsDevices }, limits: [] } }
    if (path.startsWith('/device-qr/')) return { data: { value: 'kenshin:5:q1w2e3' } }
    if (path === '/devices') {
      const all = query['merge_deleted'] === '1'
      return { data: devices.filter(({ deleted_at }) => all || deleted_at === null) }
    }
    const id = Number(path.split('/').at(-1))
    const changes =
      method === 'DELETE' ? { deleted_at: '2026-11-21T09:00:00+09:00' } : (body as Partial<Device>)
    const created = aDevice({ id: 99, meters: [], ...(body as Partial<Device>) })
    const device = { ...(devices.find((each) => each.id === id) ?? created), ...changes }
    devices = [...devices.filter((each) => each.id !== device.id), device]
    return { data: device }
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const text = await request.text()
    const call = {
      method: request.method,
      path: url.pathname.replace('/api/v1', ''),
      query: Object.fromEntries(url.searchParams),
      body: text === '' ? null : JSON.parse(text),
    }
    calls.push(call)
    return refuse?.(call) ?? Response.json({ success: true, ...answer(call) })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role }))
  const screen = await showRouted(client, <Screen search={search} />, ['/devices/$id', '/meters/$id'])
  const last = (method: string) => calls.findLast((call) => call.method === method)
  return { screen, calls, last, client }
}
