import { Button, NativeSelect } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { use } from 'react'
import { role } from '../../../contract/access.ts'
import type { Board, Closing } from '../../../contract/closing/closings.ts'
import { monthText } from '../../../text/monthText.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { closingTimeText } from '../../shared/closings/closingTimeText.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import classes from './Board.module.css'

interface Props {
  board: Board
  /** Closed months of the cycle with all their versions, newest first. */
  closed: readonly Closing[]
  /** The month that can be closed next. */
  next: string
  corrected: number
  onVersion: (version: number | undefined) => void
  onMonth: (month: string) => void
  onClose: () => void
}

/** Whether a month is open or closed, by whom, and what follows: 締める, 次月で調整 or 再締め. */
export function MonthStatus(props: Props) {
  const { board } = props
  return (
    <div className={classes.status}>
      {board.closing === null ? <Open {...props} /> : <Closed {...props} closing={board.closing} />}
    </div>
  )
}

function Open({ board, closed, next, onMonth, onClose }: Props) {
  const zone = use(TimeZone)
  const isAdmin = useAccount().role >= role.admin
  const isOver = Date.parse(board.to) <= useCurrentMinute()
  const [first] = closed.map(({ month }) => month).sort()
  const closesAt = closingTimeText(board.to, zone)
  if (first !== undefined && board.month < first)
    return <p className={classes.words}>{monthText(first)}から締めています。この月は締められません。</p>
  if (first !== undefined && board.month !== next) {
    return (
      <>
        <p className={classes.words}>
          締め日時 {closesAt}。先に{monthText(next)}を締めてください。
        </p>
        <Button variant="default" onClick={() => onMonth(next)}>
          {monthText(next)}を開く
        </Button>
      </>
    )
  }
  if (!isOver) return <p className={classes.words}>締め日時 {closesAt} を過ぎると締められます。</p>
  return (
    <>
      <p className={classes.words}>
        締め日時 {closesAt} を過ぎました。
        {isAdmin ? '例外に理由を入れて締めます。' : '締めるのは管理者です。'}
      </p>
      {isAdmin && (
        <Button leftSection={<IconLock size={18} aria-hidden />} onClick={onClose}>
          締める
        </Button>
      )}
    </>
  )
}

const correctedAdvice =
  '差は次に締める月で調整します（次月で調整）。何もする必要はありません。この月の数値を直す場合だけ、再締めします。'

function Closed({ closing, closed, corrected, onVersion, onClose }: Props & { closing: Closing }) {
  const isAdmin = useAccount().role >= role.admin
  const versions = closed.filter(({ month }) => month === closing.month)
  const latest = versions[0]?.version ?? closing.version
  return (
    <>
      <div className={classes.words}>
        <p>
          第{closing.version}版 <PlainTime time={closing.closed_at} />{' '}
          {closing.user?.username ?? '退会した利用者'}が締めました。
          {closing.reason !== null && ` 再締めの理由: ${closing.reason}`}
        </p>
        {closing.version < latest && <p>締めた時のままの内容です。最新は第{latest}版です。</p>}
        {corrected > 0 && (
          <p>
            修正あり {corrected}件。{correctedAdvice}
          </p>
        )}
      </div>
      {versions.length > 1 && (
        <NativeSelect
          aria-label="版"
          size="md"
          data={versions.map(({ version }) => ({ value: String(version), label: `第${version}版` }))}
          value={closing.version}
          onChange={({ currentTarget }) => {
            const version = Number(currentTarget.value)
            onVersion(version === latest ? undefined : version)
          }}
        />
      )}
      {isAdmin && closing.version === latest && (
        <Button variant="default" leftSection={<IconLock size={18} aria-hidden />} onClick={onClose}>
          再締め
        </Button>
      )}
    </>
  )
}
