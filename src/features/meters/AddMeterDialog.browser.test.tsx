import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAccount } from '../../../tests/support/account.ts'
import { aMeter } from '../../../tests/support/meters.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { notify } from '../../ui/notify.tsx'
import AddMeterDialog from './AddMeterDialog.tsx'

let registered = aMeter()

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (new Request(input, init).method === 'GET') throw new TypeError('offline')
    return Response.json({ success: true, data: registered })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const dialogs = { renderAssist: () => null, renderArea: () => null }

/** The dialog, until a meter is added. */
function Adding() {
  const [open, setOpen] = useState(true)
  return open && <AddMeterDialog dialogs={dialogs} onClose={vi.fn()} onAdded={() => setOpen(false)} />
}

/** Registers a round gauge, which the server answers as `registered`. */
async function register() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(categoriesQuery.queryKey, [
    { id: 1, type: 0, name: '円形アナログ', icon: null, status: 0, description: '' },
  ])
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa' }])
  const screen = await showRouted(client, <Adding />, ['/meters/$id'])
  const name = screen.getByRole('textbox', { name: 'メーター名' })
  await expect.element(name).toHaveFocus()
  await name.fill(registered.name)
  for (const [label, option] of [
    ['メーター種別', '円形アナログ'],
    ['単位', 'MPa'],
  ] as const) {
    await screen.getByRole('combobox', { name: label }).click()
    await screen.getByRole('option', { name: option }).click()
  }
  await screen.getByRole('button', { name: '登録', exact: true }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  return screen
}

test('a meter that nothing can be read from yet is registered, and says so with the way there', async () => {
  registered = aMeter()
  const screen = await register()
  await expect.element(screen.getByText('「No.3 冷却水圧力」を登録しました')).toBeVisible()
  const why = screen.getByText('AIアシスト設定が未登録です。設定するまで、自動で読み取られません。')
  await expect.element(why).toBeVisible()
  await screen.getByRole('button', { name: '設定する' }).click()
  await expect.element(why).not.toBeInTheDocument()
})

test('a meter with its settings is registered without more ado', async () => {
  registered = aMeter({ settings: '0:0,90:1' })
  const screen = await register()
  await expect.element(screen.getByText('「No.3 冷却水圧力」を登録しました')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '設定する' })).not.toBeInTheDocument()
})
