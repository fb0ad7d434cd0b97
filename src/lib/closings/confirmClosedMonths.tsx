import { Stack } from '@mantine/core'
import type { Issue } from '../../../contract/calls/errors.ts'
import { confirmDoubt } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'

/** Asks whether closed months may change, each with what it was closed with and what the ledger would say. */
export const confirmClosedMonths = (months: readonly Issue[]): Promise<boolean> =>
  confirmDoubt({
    title: '締め済みの月が変わります',
    text: (
      <Stack gap="xs">
        <p>この操作をすると、以下の締め済みの月が「修正あり」になります。</p>
        <ul aria-label="変わる月" className="break-anywhere">
          {months.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
        <p>締めた数値はそのまま残り、差は次に締める月で調整します（次月で調整）。</p>
      </Stack>
    ),
    confirm: 'このまま続ける',
    correct: 'やめる',
  })

/** Says that closed months have changed. Those whose pictures are still to be read may follow. */
export function noticeClosedMonths(months: readonly Issue[]): void {
  if (months.every(({ path }) => path.endsWith('.pictures'))) return
  notify.info('締め済みの月が「修正あり」になりました。「締め」で確認できます。')
}
