// Covers docs/requirements.md: 109

import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { CategoryType } from '../../../contract/categories.ts'
import { show } from '../../../tests/support/components/show.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { decimalsChangedText, type SettingBasis, type SettingChange, SettingRows } from './SettingRows.tsx'
import type { SettingDialogs } from './settingDialogs.ts'

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
  boost: false,
  unit: 'MPa',
}

/** A meter whose picture URL changes, as it does daily. */
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
        meterName="本館 上水"
        hasReadings
        pictured
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

test('a dialog that opens by itself returns the focus to its button', async () => {
  const renderAssist: SettingDialogs['renderAssist'] = ({ opened, onClose }) => (
    <Dialog title="設定" opened={opened} onClose={onClose}>
      <button type="button" onClick={onClose}>
        登録
      </button>
    </Dialog>
  )
  const screen = await show(
    <SettingRows
      dialogs={{ ...dialogs, renderAssist }}
      basis={basis}
      meterId={3}
      meterName="本館 上水"
      hasReadings
      start="assist"
      pictured
      onChange={async () => undefined}
    />,
  )
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'AIアシスト設定を開く' })).toHaveFocus()
})

/** A meter whose categories are still loading. */
function Loading({ dialogs }: { dialogs: SettingDialogs }) {
  const [loaded, setLoaded] = useState<Partial<SettingBasis>>({ category: undefined })
  return (
    <>
      <button type="button" onClick={() => setLoaded({ category: 5, picture: '/loaded.jpg' })}>
        読み込み完了
      </button>
      <button type="button" onClick={() => setLoaded({ category: 5, picture: '/later.jpg' })}>
        翌日
      </button>
      <SettingRows
        dialogs={dialogs}
        basis={{ ...basis, ...loaded }}
        meterId={3}
        meterName="本館 上水"
        hasReadings
        pictured
        onChange={async () => undefined}
      />
    </>
  )
}

test.each(['AIアシスト設定', '読取位置設定'])(
  '%s can be opened while the categories load, and edits what was loaded first',
  async (label) => {
    const render = vi.fn<
      (props: { opened: boolean; picture: string; category: CategoryType | undefined }) => null
    >(() => null)
    const screen = await show(<Loading dialogs={{ renderAssist: render, renderArea: render }} />)
    const button = screen.getByRole('button', { name: `${label}を開く` })
    await expect.element(button).toBeEnabled()
    await expect.element(screen.getByText('メーター種別を選択すると設定できます')).not.toBeInTheDocument()
    await button.click()
    expect(render.mock.lastCall?.[0]).toMatchObject({ opened: true, category: undefined })
    await screen.getByRole('button', { name: '読み込み完了' }).click()
    await expect.poll(() => render.mock.lastCall?.[0]).toMatchObject({ category: 5, picture: '/loaded.jpg' })
    await screen.getByRole('button', { name: '翌日' }).click()
    expect(render.mock.lastCall?.[0].picture).toBe('/loaded.jpg')
  },
)

const rows = (over: Partial<SettingBasis>, pictured = true) => (
  <SettingRows
    dialogs={dialogs}
    basis={{ ...basis, ...over }}
    meterId={3}
    meterName="本館 上水"
    hasReadings
    pictured={pictured}
    onChange={async () => undefined}
  />
)
const unread = '設定するまで、自動で読み取られません'

test.each([
  ['an image', { picture: null }, false, 'メーター画像を登録すると設定できます'],
  ['a category', { category: null }, true, 'メーター種別を選択すると設定できます'],
  ['a category that is read (特殊)', { category: 4 }, true, 'このメーター種別では不要です'],
  ['a category that is read (その他)', { category: 99 }, true, 'このメーター種別では不要です'],
] as const)(
  'without %s the AI assist setting cannot be opened, and says why',
  async (_, over, hasArea, why) => {
    const screen = await show(rows(over))
    const row = (label: string) => screen.getByRole('group', { name: label })
    await expect.element(row('AIアシスト設定').getByText(why)).toBeVisible()
    await expect.element(row('AIアシスト設定').getByRole('button')).toBeDisabled()
    const area = row('読取位置設定').getByRole('button')
    await (hasArea ? expect.element(area).toBeEnabled() : expect.element(area).toBeDisabled())
  },
)

test.each([
  ['a gauge without its scale', { category: 0 }, 'AIアシスト設定'],
  ['a level without its place', { category: 5 }, '読取位置設定'],
] as const)('%s says that it is not read, beside what would change that', async (_, over, label) => {
  const screen = await show(rows(over))
  const row = screen.getByRole('group', { name: label })
  await expect.element(row.getByText(unread)).toBeVisible()
  expect(screen.getByText(unread).elements()).toHaveLength(1)
})

test('a meter that has what it is read by, or is measured by an analog input, says nothing of the kind', async () => {
  const set = await show(rows({ settings: '0:0,90:1' }))
  await expect.element(set.getByRole('group', { name: 'AIアシスト設定' })).toBeVisible()
  await expect.element(set.getByText(unread)).not.toBeInTheDocument()
  await set.unmount()
  const wired = await show(rows({}, false))
  await expect.element(wired.getByRole('group', { name: 'AIアシスト設定' })).toBeVisible()
  await expect.element(wired.getByText(unread)).not.toBeInTheDocument()
})

test('the read position is set by the AI assist setting that stands in the form, saved or not', async () => {
  const renderArea = vi.fn<SettingDialogs['renderArea']>(() => null)
  const assist = { settings: '0:0,90:1', pins: { axis: { x: 0.5, y: 0.5 }, radius: 0.2 } }
  const screen = await show(
    <SettingRows
      dialogs={{ ...dialogs, renderArea }}
      basis={{ ...basis, ...assist }}
      meterId={null}
      meterName=""
      hasReadings={false}
      pictured
      onChange={async () => undefined}
    />,
  )
  await screen.getByRole('button', { name: '読取位置設定を開く' }).click()
  expect(renderArea.mock.lastCall?.[0].assist).toEqual(assist)
})

test.each([
  [{ digitNumber: null, decimalPoint: null }, {}, { digitNumber: 5 }, ''],
  [{ digitNumber: 5, decimalPoint: 3 }, {}, {}, ''],
  [{ digitNumber: 5, decimalPoint: 3 }, { decimalPoint: 3 }, {}, ''],
  [
    { digitNumber: 8, decimalPoint: 6 },
    { decimalPoint: null },
    { digitNumber: 5, decimalPoint: null },
    '小数点以下の桁数は未登録になりました',
  ],
  [
    { digitNumber: 3, decimalPoint: 1 },
    { decimalPoint: 2 },
    { digitNumber: 5, decimalPoint: 2 },
    '小数点以下の桁数は 2 桁になりました',
  ],
])('of a meter with %o five registered digits with %o change %o', async (digits, decimals, changed, text) => {
  const onChange = vi.fn(async (_: SettingChange) => undefined)
  const renderAssist = vi.fn<SettingDialogs['renderAssist']>(() => null)
  const screen = await show(
    <SettingRows
      dialogs={{ ...dialogs, renderAssist }}
      basis={{ ...basis, category: 3, digits }}
      meterId={3}
      meterName="本館 上水"
      hasReadings
      pictured
      onChange={onChange}
    />,
  )
  await screen.getByRole('button', { name: 'AIアシスト設定を開く' }).click()
  await renderAssist.mock.lastCall?.[0].onRegister({
    settings: '0@0:1@1',
    pins: null,
    digitNumber: 5,
    ...decimals,
  })
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ settings: '0@0:1@1', pins: null, ...changed })
  const told = onChange.mock.calls.map(([change]) => decimalsChangedText(change))
  expect(told).toEqual([text])
})
