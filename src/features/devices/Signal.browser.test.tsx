// Covers docs/requirements.md: 371

import { expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { Signal } from './Signal.tsx'

test.each([
  [null, '未接続', 'off'],
  [-40, '強い', '5'],
  [-70, '強い', '5'],
  [-71, '普通', '3'],
  [-85, '普通', '3'],
  [-86, '弱い', '2'],
  [-100, '弱い', '2'],
  [-120, '弱い', '2'],
])('%s dBm is %s', async (dbm, word, bars) => {
  const screen = await show(<Signal dbm={dbm} />)
  const shown = screen.getByText(new RegExp(`^${word}`))
  await expect.element(shown).toMatchTextContent(dbm === null ? /^未接続$/ : new RegExp(`${dbm} dBm$`))
  const icon = shown.element().querySelector('svg')
  expect(icon?.classList).toContain(`tabler-icon-antenna-bars-${bars}`)
})
