// Covers docs/requirements.md: 653

import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { UnitDialog } from './UnitDialog.tsx'

test('what is typed replaces the name of a unit', async () => {
  const row = { id: 1, name: 'MPa', status: 0 } as const
  const screen = await show(<UnitDialog row={row} onSave={async () => undefined} onClose={() => undefined} />)
  const name = screen.getByRole('textbox', { name: /単位名/ })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('kPa')
  await expect.element(name).toHaveValue('kPa')
})
