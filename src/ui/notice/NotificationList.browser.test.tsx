// Covers docs/requirements.md: 113, 632, 651, 713

import { Button, MantineProvider } from '@mantine/core'
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { render } from '../../../tests/support/components/render.ts'
import '@mantine/core/styles.layer.css'
import '../../global.css'
import { settled } from '../../../tests/support/components/settled.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { Page } from '../layout/Page.tsx'
import { Tabbed } from '../layout/Tabbed.tsx'
import type { Column } from '../table/column.ts'
import { DataList } from '../table/DataList.tsx'
import { localList } from '../table/localList.ts'
import { Pager } from '../table/Pager.tsx'
import { colorVariables } from '../theme/palette.ts'
import { theme } from '../theme/theme.ts'
import { NotificationList } from './NotificationList.tsx'
import { notify } from './notify.tsx'

afterEach(() => notify.clear())

test.each([
  [390, 844],
  [820, 1180],
  [1440, 900],
])('at %d px a notification leaves the page’s primary action free', async (width, height) => {
  await page.viewport(width, height)
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      {/* Below the header. */}
      <div style={{ paddingTop: 'var(--header-height)' }}>
        <Page title="メーター" action={<Button>メーターを追加</Button>}>
          <div style={{ height: 400 }} />
        </Page>
      </div>
      <NotificationList />
    </MantineProvider>,
  )
  const action = screen.getByRole('button', { name: 'メーターを追加' })
  await expect.element(action).toBeVisible()
  notify.success('「1号ポンプ」を登録しました')
  const note = screen.getByText('「1号ポンプ」を登録しました')
  await expect.element(note).toBeVisible()
  const over = () => {
    const box = screen.baseElement.querySelector('.mantine-Notification-root')?.getBoundingClientRect()
    const pressed = action.element().getBoundingClientRect()
    if (box === undefined) return null
    return (
      box.left < pressed.right &&
      pressed.left < box.right &&
      box.top < pressed.bottom &&
      pressed.top < box.bottom
    )
  }
  await expect.poll(over).toBe(false)
})

const noTime = { dataUpdatedAt: Date.now(), error: null, refetch: async () => null }
const rows = [{ id: 1, name: '1号ポンプ' }]
const columns: Column<(typeof rows)[number]>[] = [
  { key: 'name', title: 'メーター名', fixed: true, sort: 'text', text: ({ name }) => name },
  { key: 'id', title: '番号', text: ({ id }) => String(id) },
]

test.each([
  [390, 844],
  [820, 1180],
  [1440, 900],
])('at %d px notifications cover neither tabs nor the tools of a list', async (width, height) => {
  await page.viewport(width, height)
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      <div style={{ paddingTop: 'calc(var(--header-height) + var(--notices-room))' }}>
        <Page title="ホーム" tabbed>
          <Tabbed
            tabs={[
              { name: 'inspection', label: '点検データ', icon: IconHistory },
              { name: 'abnormal', label: '異常データ', icon: IconAlertTriangle },
              { name: 'new', label: '新規点検メーター', icon: IconHistory },
              { name: 'devices', label: '異常検知端末', icon: IconAlertTriangle },
            ]}
            shown="inspection"
          >
            <DataList
              label="アラート一覧"
              storeKey="news"
              columns={columns}
              listed={localList(rows, noTime, columns, {})}
              search={{}}
              onSearch={() => undefined}
              refreshable
              tools={<Button>CSV</Button>}
              empty={{ nothing: 'まだありません。', narrowed: '条件に合うものがありません。' }}
            />
          </Tabbed>
        </Page>
      </div>
      <NotificationList />
    </MantineProvider>,
  )
  const isOnPhone = width < 768
  const controls = [
    ...screen.getByRole('tab').all(),
    screen.getByRole('button', { name: /^更新/ }),
    screen.getByRole('button', { name: 'CSV' }),
    ...(isOnPhone ? [] : [screen.getByRole('button', { name: '表示列' })]),
  ]
  expect(controls.length).toBeGreaterThan(5)
  for (const control of controls) await expect.element(control).toBeInTheDocument()
  // On a phone it is shown until it is closed, and pushes the page down.
  if (!isOnPhone)
    notify.urgent({ id: 'alert', title: '異常: 1号ポンプ', text: '測定値 0.95 MPa（今日 14:03）' })
  notify.success('「1号ポンプ」のアラートを確認済みにしました')
  await expect.element(screen.getByText('「1号ポンプ」のアラートを確認済みにしました')).toBeVisible()
  const shown = () => [...screen.baseElement.querySelectorAll('.mantine-Notification-root')]
  const isCovered = (control: Locator) => {
    const one = control.element().getBoundingClientRect()
    return shown().some((each) => {
      const box = each.getBoundingClientRect()
      return box.left < one.right && one.left < box.right && box.top < one.bottom && one.top < box.bottom
    })
  }
  const inPlace = () =>
    shown().filter((each) => each.clientHeight > 30 && each.getAnimations().length === 0).length
  // While all are shown: a notification covers nothing after it is removed.
  await expect.poll(() => [inPlace(), controls.filter(isCovered).length]).toEqual([isOnPhone ? 1 : 2, 0])
})

test('a notification that is shown until it is closed covers nothing of the page at any width', async () => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height)
    const screen = await render(
      <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
        <main style={{ paddingTop: 'calc(var(--header-height) + var(--notices-room))' }}>
          <Page title="メーター" action={<Button>メーターを追加</Button>}>
            <Button>表示列</Button>
          </Page>
        </main>
        <NotificationList />
      </MantineProvider>,
    )
    notify.toDo({
      id: 'settings',
      title: '「1号ポンプ」を登録しました',
      text: '読取位置が未設定です。',
      action: { label: '設定する', run: () => undefined },
    })
    const note = screen.getByRole('alert')
    await expect.element(note).toBeVisible()
    const between = () =>
      screen.getByRole('button', { name: 'メーターを追加' }).element().getBoundingClientRect().top -
      note.element().getBoundingClientRect().bottom
    await expect.poll(between).toBeGreaterThanOrEqual(0)
    notify.clear()
    await expect.element(note).not.toBeInTheDocument()
    await screen.unmount()
  }
})

test('scrolling the page changes none of its styles, and moves only the notification', async () => {
  await page.viewport(1440, 900)
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      <div style={{ paddingTop: 'var(--header-height)', height: 3000 }}>
        <Page title="メーター" action={<Button>メーターを追加</Button>}>
          <p>24件</p>
        </Page>
      </div>
      <NotificationList />
    </MantineProvider>,
  )
  onTestFinished(() => window.scrollTo({ top: 0 }))
  const changes: MutationRecord[] = []
  const watching = new MutationObserver((records) => changes.push(...records))
  watching.observe(document.documentElement, { attributeFilter: ['style'] })
  const scrollTo = async (top: number) => {
    const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }))
    window.scrollTo({ top })
    await scrolled
  }
  await scrollTo(100)
  notify.success('「1号ポンプ」を登録しました')
  const note = screen.getByText('「1号ポンプ」を登録しました')
  await expect.element(note).toBeVisible()
  // The list tells its height in a later frame.
  await expect.poll(() => document.documentElement.style.getPropertyValue('--dialogs-room')).toBe('0px')
  await settled(() => note.element().getBoundingClientRect())
  changes.length = 0
  await scrollTo(400)
  await expect.poll(() => note.element().getBoundingClientRect().top).toBeLessThan(100)
  changes.push(...watching.takeRecords())
  watching.disconnect()
  expect(changes).toEqual([])
})

test('focus that a notification takes with it returns to where it was, or to the dialog', async () => {
  await page.viewport(1440, 900)
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      <main tabIndex={-1}>
        <Button>表示列</Button>
      </main>
      <NotificationList />
    </MantineProvider>,
  )
  const undoable = { title: 'アラートを確認済みにしました', text: 'No.3 冷却水圧力', undo: () => undefined }
  const behind = screen.getByRole('button', { name: '表示列' })
  const note = screen.getByRole('alert')
  notify.undoable(undoable)
  behind.element().focus()
  await note.getByRole('button', { name: /元に戻す/ }).click()
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(behind).toHaveFocus()
  notify.undoable(undoable)
  await expect.element(note).toBeVisible()
  behind.element().blur()
  await note.getByRole('button', { name: '閉じる' }).click()
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(behind).toHaveFocus()
})

test.each([
  ['the page’s main button and the bar below it', null],
  ['the buttons of a dialog', '閉じる'],
])('on a phone what can be taken back is at the thumb, above %s, and moves nothing', async (_, button) => {
  await page.viewport(390, 844)
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      <Page title="点検ルート" thumb={<Button fullWidth>巡回を続ける</Button>}>
        <div style={{ height: 2000 }} />
      </Page>
      <nav
        data-at-thumb
        style={{ position: 'fixed', inset: 'auto 0 0', height: 'var(--thumb-bar-height)' }}
      />
      <Dialog
        title="No.3 冷却水圧力"
        opened={button !== null}
        onClose={() => undefined}
        actions={<Button>{button}</Button>}
      >
        0.95 MPa
      </Dialog>
      <NotificationList />
    </MantineProvider>,
  )
  const inDialog = screen.getByRole('dialog').getByRole('button', { name: button ?? '' })
  const control = button === null ? screen.getByRole('button', { name: '巡回を続ける' }) : inDialog.last()
  await expect.element(control).toBeVisible()
  const { top } = await settled(() => control.element().getBoundingClientRect())
  notify.undoable({ title: 'アラートを確認済みにしました', text: 'No.3 冷却水圧力', undo: () => undefined })
  const note = screen.getByRole('alert')
  await expect.element(note).toBeVisible()
  const between = () => top - note.element().getBoundingClientRect().bottom
  await expect.poll(between).toBeGreaterThanOrEqual(0)
  await expect.poll(between).toBeLessThan(40)
  const { style } = document.documentElement
  // The list tells its height in a later frame.
  await expect.poll(() => style.getPropertyValue('--undo-room')).not.toMatch(/^(0px)?$/)
  expect(control.element().getBoundingClientRect().top).toBe(top)
  expect(style.getPropertyValue('--notices-room')).toBe('0px')
  expect(style.getPropertyValue('--dialogs-room')).toBe('0px')
  await note.getByRole('button', { name: /元に戻す/ }).click()
  await expect.poll(() => style.getPropertyValue('--undo-room')).toBe('0px')
})

test('on a phone a temporary notification leaves a dialog’s close button free, and the dialog where it is', async () => {
  await page.viewport(390, 844)
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      <Dialog title="No.3 冷却水圧力" opened onClose={() => undefined}>
        0.95 MPa
      </Dialog>
      <NotificationList />
    </MantineProvider>,
  )
  notify.success('測定値を更新しました')
  const note = screen.getByRole('alert')
  await expect.element(note).toBeVisible()
  const close = screen.getByRole('dialog').getByRole('button', { name: '閉じる' })
  const between = () =>
    close.element().getBoundingClientRect().left - note.element().getBoundingClientRect().right
  await expect.poll(between).toBeGreaterThanOrEqual(0)
  expect(screen.getByRole('dialog').element().getBoundingClientRect().top).toBe(0)
})

const urgent = { id: 'alert', title: '異常: 1号ポンプ', text: '測定値 0.95 MPa（今日 14:03）' }

test.each([
  [820, 1180],
  [1440, 900],
])(
  'at %d px what is urgent covers neither what is read first nor the pager, and can be scrolled away',
  async (width, height) => {
    await page.viewport(width, height)
    const screen = await render(
      <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
        <main style={{ padding: 'var(--header-height) 0 var(--undo-room)' }}>
          <Page title="点検ルート">
            <div style={{ height: height - 150 }} />
            <Pager page={1} size={50} total={103} onChange={() => undefined} />
            <div style={{ height: 400 }} />
          </Page>
        </main>
        <NotificationList />
      </MantineProvider>,
    )
    onTestFinished(() => window.scrollTo({ top: 0 }))
    const root = document.documentElement
    await expect.poll(() => root.style.getPropertyValue('--undo-room')).toBe('0px')
    const longest = root.scrollHeight
    notify.urgent(urgent)
    const note = screen.getByRole('alert')
    await expect.element(note).toBeVisible()
    const box = () => note.element().getBoundingClientRect()
    const pager = screen.getByRole('navigation', { name: 'ページ送り' })
    const isFree = () => {
      const { top, bottom } = pager.element().getBoundingClientRect()
      return box().bottom <= top || bottom <= box().top
    }
    await expect.poll(isFree).toBe(true)
    await expect.poll(() => box().top).toBeGreaterThan(height / 2)
    await expect.poll(() => root.scrollHeight - longest).toBeGreaterThan(box().height)
    window.scrollTo({ top: 300 })
    await expect.poll(() => box().bottom).toBeGreaterThan(height - 20)
    await expect.poll(isFree).toBe(true)
  },
)

test('what is urgent leaves the buttons of a dialog free, and the dialog where it is', async () => {
  await page.viewport(820, 700)
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      <Dialog
        title="No.3 冷却水圧力"
        opened
        onClose={() => undefined}
        width={760}
        actions={<Button>次へ</Button>}
      >
        <div style={{ height: 900 }} />
      </Dialog>
      <NotificationList />
    </MantineProvider>,
  )
  const next = screen.getByRole('button', { name: '次へ' })
  await expect.element(next).toBeVisible()
  const top = () => screen.getByRole('dialog').element().getBoundingClientRect().top
  const before = await settled(top)
  notify.urgent(urgent)
  const note = screen.getByRole('alert')
  await expect.element(note).toBeVisible()
  const between = () =>
    next.element().getBoundingClientRect().top - note.element().getBoundingClientRect().bottom
  await expect.poll(between).toBeGreaterThanOrEqual(0)
  const { style } = document.documentElement
  await expect.poll(() => style.getPropertyValue('--undo-room')).not.toMatch(/^(0px)?$/)
  expect(top()).toBe(before)
})
