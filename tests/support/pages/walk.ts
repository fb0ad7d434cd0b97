import type { Page } from 'playwright'

/** /walk/{id} */
export const walkScreen = (page: Page) => {
  const preparation = page.getByRole('region', { name: '持ち出し' })
  return {
    stops: page.getByRole('list', { name: '点検するメーター' }).getByRole('listitem'),
    counts: page.getByRole('region', { name: '進み具合' }),
    over: page.getByText('この点検は終わりました'),
    goOn: page.getByRole('link', { name: /^巡回を(?:始める|続ける)/ }),
    prepare: preparation.getByRole('button', { name: '持ち出し' }),
    prepared: preparation.getByText(/^持ち出し済/),
  }
}

/** On the capture screen. */
export const walkOnCapture = (page: Page) => ({
  next: page.getByRole('link', { name: /^次のメーター/ }),
  list: page.getByRole('link', { name: 'この点検の一覧' }),
  skip: page.getByRole('button', { name: 'スキップ' }),
  because: (reason: string) => page.getByRole('dialog').getByRole('button', { name: reason }),
})

/** 撮影 of the bottom bar. */
export const openWalks = (page: Page) => ({
  open: page.getByRole('button', { name: '撮影', exact: true }),
  goOn: (name: string) => page.getByRole('link', { name: new RegExp(`^${name} ?の巡回を(?:始める|続ける)`) }),
  list: (name: string) => page.getByRole('link', { name: `${name}の一覧` }),
})
