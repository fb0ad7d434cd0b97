import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anAccount } from '../../../tests/support/account.ts'
import { aMeter } from '../../../tests/support/meters.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { type } from '../../../tests/support/typeInPage.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { MeterEdit } from './MeterEdit.tsx'

const meter = aMeter()
/** Request bodies. */
let sent: object[] = []

beforeEach(() => {
  sent = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/range-effect')) {
      return Response.json({ success: true, data: { readings: 40, to_abnormal: 0, to_normal: 7 } })
    }
    if (request.method === 'GET' && pathname.endsWith(`/meters/${meter.id}`)) {
      return Response.json({ success: true, data: meter })
    }
    if (request.method === 'GET') throw new TypeError('offline')
    sent.push(await request.json())
    return Response.json({ success: true, data: meter })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

/** Types another abnormal range for a meter from 0 to 1 MPa, abnormal from 0.8. */
async function typing(start: string, end: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(categoriesQuery.queryKey, [
    { id: 1, type: 0, name: '円形アナログ', icon: null, status: 0, description: '' },
  ])
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  const dialogs = { renderAssist: () => null, renderArea: () => null }
  const onEnd = vi.fn()
  const screen = await showRouted(client, <MeterEdit meter={meter} dialogs={dialogs} onEnd={onEnd} />, [
    '/meters/$id',
  ])
  await type(screen.getByRole('textbox', { name: '異常範囲の開始値' }), start)
  await type(screen.getByRole('textbox', { name: '異常範囲の終了値' }), end)
  return { screen, onEnd, update: screen.getByRole('button', { name: '更新' }) }
}

test('which value counts can be chosen, with its default shown, and is sent alone', async () => {
  const { screen, update } = await typing('0.8', '1')
  const choice = screen.getByRole('combobox', { name: '使う値' })
  await expect.element(choice).toHaveValue('標準（端末の値を使う）')
  await choice.click()
  await screen.getByRole('option', { name: '両方を比べる' }).click()
  await update.click()
  await expect.poll(() => sent).toMatchObject([{ value_mode: 'compare' }])
})

test('how many readings a changed range would judge otherwise stands in the form before it is saved', async () => {
  const { screen } = await typing('0.9', '1')
  await expect
    .element(screen.getByText('保存すると、直近30日の測定値40件のうち、7件が異常から正常に変わります。'))
    .toBeVisible()
  expect(sent).toEqual([])
})

test('an abnormal range outside the measuring range is asked about before it is saved', async () => {
  const { screen, onEnd, update } = await typing('120', '130')
  await update.click()
  const question = screen.getByRole('dialog', { name: '異常範囲が測定範囲の外です' })
  await question.getByRole('button', { name: '編集に戻る' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(sent).toEqual([])
  await update.click()
  await question.getByRole('button', { name: 'このまま保存' }).click()
  await expect.poll(() => onEnd.mock.calls.length).toBe(1)
  expect(sent).toMatchObject([{ emergency_start_value: 120, emergency_end_value: 130 }])
})

test('a range upside down is refused where it stands', async () => {
  const { screen, update } = await typing('130', '120')
  await update.click()
  const wrong = screen.getByRole('textbox', { name: '異常範囲の終了値' })
  await expect.element(wrong).toHaveAccessibleDescription('終了値は開始値以上にしてください')
  await expect.element(wrong).toHaveFocus()
  expect(sent).toEqual([])
})
