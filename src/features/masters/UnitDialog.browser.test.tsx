// Covers docs/requirements.md: 653, 698

import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Unit } from '../../../contract/units.ts'
import { show } from '../../../tests/support/components/show.tsx'
import { UnitDialog } from './UnitDialog.tsx'

test('what is typed replaces the name of a unit', async () => {
  const row = { id: 1, name: 'MPa', status: 0 } as const
  const screen = await show(
    <UnitDialog row={row} used={12} onSave={async () => undefined} onClose={() => undefined} />,
  )
  const name = screen.getByRole('textbox', { name: /単位名/ })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('kPa')
  await expect.element(name).toHaveValue('kPa')
})

const rename = async (row: Unit, used: number | undefined, to: string) => {
  const screen = await show(
    <UnitDialog row={row} used={used} onSave={async () => undefined} onClose={() => undefined} />,
  )
  await expect.element(screen.getByRole('textbox', { name: /単位名/ })).toHaveFocus()
  await userEvent.keyboard(to)
  return screen
}

test.each([
  [
    { id: 1, name: 'MPa', status: 0 },
    1200,
    'kPa',
    'この単位のメーター 1,200件と、その測定値の単位が「kPa」に変わります。保存されている数値は換算しません。',
  ],
  [
    { id: 1, name: 'kWh', status: 0 },
    undefined,
    '°C',
    'この単位のメーターと、その測定値の単位が「°C」に変わります。保存されている数値は換算しません。積算が「自動」の表示器は、使用量を計算しなくなります。',
  ],
] as const)(
  'a renamed unit says before it is saved what changes with it: %o of %s meters',
  async (row, used, to, text) => {
    const screen = await rename(row, used, to)
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  },
)

test.each([
  ['has its old name again', 3, 'MPa'],
  ['has no meters', 0, 'kPa'],
])('a unit says nothing of meters where it %s', async (_, used, to) => {
  const screen = await rename({ id: 1, name: 'MPa', status: 0 }, used, to)
  await expect.element(screen.getByRole('textbox', { name: /単位名/ })).toHaveValue(to)
  await expect.element(screen.getByText(/測定値の単位/)).not.toBeInTheDocument()
})
