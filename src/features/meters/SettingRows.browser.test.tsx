import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { type SettingBasis, SettingRows } from './SettingRows.tsx'
import type { SettingDialogs } from './slots.ts'

const dialogs: SettingDialogs = {
  renderAssist: ({ picture }) => <p>{`画像 ${picture}`}</p>,
  renderArea: ({ picture }) => <p>{`画像 ${picture}`}</p>,
}

const basis: SettingBasis = {
  picture: '/today.jpg',
  category: 0,
  settings: null,
  pins: null,
  area: null,
  range: { start: null, end: null },
  digits: { digitNumber: null, decimalPoint: null },
}

/** A meter whose picture gets another address, as every picture does once a day. */
function Renewed() {
  const [picture, setPicture] = useState('/today.jpg')
  return (
    <>
      <button type="button" onClick={() => setPicture('/tomorrow.jpg')}>
        翌日
      </button>
      <SettingRows
        dialogs={dialogs}
        basis={{ ...basis, picture }}
        meterId={3}
        onChange={async () => undefined}
      />
    </>
  )
}

test.each(['AIアシスト設定', '読取位置設定'])(
  'an open %s keeps the picture on which it is being set, whatever its address is by now',
  async (label) => {
    const screen = await show(<Renewed />)
    await screen.getByRole('button', { name: `${label}を開く` }).click()
    await screen.getByRole('button', { name: '翌日' }).click()
    await expect.element(screen.getByText('画像 /today.jpg')).toBeVisible()
  },
)
