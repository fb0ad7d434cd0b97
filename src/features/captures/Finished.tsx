import { Button } from '@mantine/core'
import { IconCamera, IconChevronRight, IconCircleCheck, IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readState } from '../../../contract/abnormal.ts'
import type { Meter } from '../../../contract/meters.ts'
import { isUnsure } from '../../../contract/prior.ts'
import type { Capture } from '../../../offline/captures.ts'
import { captureReadingQuery } from '../../lib/queries/captures.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { ValueText } from '../../ui/text/ValueText.tsx'
import { lastStepText, stateTexts } from './captureTexts.ts'
import classes from './Finished.module.css'
import { nextStop, type Stop } from './inspectionRound.ts'

interface Props {
  meter: Meter
  /** Absent until the first read. */
  capture: Capture | undefined
  /** Whether the server may find a value where none was given. */
  readable: boolean
  unit: string
  online: boolean
  round: readonly Stop[]
  onAgain: () => void
}

/** The capture's status, and a link to the next meter. */
export function Finished({ meter, capture, readable, unit, online, round, onAgain }: Props) {
  const next = nextStop(meter.id, round)
  const others = round.filter((stop) => stop.meter.id !== meter.id && stop.meter.id !== next?.id)
  const { data: reading } = useQuery({
    ...captureReadingQuery(capture?.id ?? ''),
    enabled: capture?.state === 'sent',
  })
  const isRead = reading !== undefined && reading.read_state !== readState.unprocessed
  const state = capture && stateTexts[capture.state]
  return (
    <div className={classes.finished}>
      <div className={classes.result} role="status">
        <IconCircleCheck size={32} className={classes.tick} aria-hidden />
        <div>
          <p className={classes.title}>
            {capture && capture.value !== null ? (
              <>
                <ValueText value={capture.value} unit={unit} decimals={meter.decimal_point} size="lg" />
                で確定しました
              </>
            ) : readable ? (
              'サーバーが値を読み取ります'
            ) : (
              '値なしで送信します'
            )}
          </p>
          <p className={classes.state}>
            {capture && state && (
              <StatusPill tone={isRead ? 'normal' : state.tone}>
                {isRead ? lastStepText(capture) : state.word}
              </StatusPill>
            )}
            {isRead && capture?.value === null && (
              <ValueText
                value={reading.value}
                unit={unit}
                decimals={meter.decimal_point}
                abnormal={reading.is_abnormal}
                unsure={isUnsure(reading)}
              />
            )}
          </p>
          {!readable && capture?.value === null && (
            <p className={classes.note}>値は点検データの画面で入力できます。</p>
          )}
          {!online && capture?.state !== 'sent' && (
            <p className={classes.note}>電波が戻ると自動で送信します。</p>
          )}
        </div>
      </div>
      {next ? (
        <Button
          className={classes.main}
          component={Link}
          to={`/capture-meter-value/${next.id}`}
          replace
          leftSection={<IconCamera size={24} aria-hidden />}
          rightSection={<IconChevronRight size={24} aria-hidden />}
        >
          <span className={classes.next}>
            <small>次のメーター</small>
            {next.name}
          </span>
        </Button>
      ) : (
        round.length > 1 && <p className={classes.note}>この点検グループの撮影はすべて終わりました。</p>
      )}
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>同じ点検グループのメーター（{others.length}件）</summary>
          <ul>
            {others.map((stop) => (
              <li key={stop.meter.id}>
                <Link to="/capture-meter-value/$id" params={{ id: String(stop.meter.id) }} replace>
                  <span>{stop.meter.name}</span>
                  {stop.done && <StatusPill tone="normal">撮影済</StatusPill>}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className={classes.rest}>
        <Button className={classes.other} variant="default" onClick={onAgain}>
          もう一度撮影
        </Button>
        <Button
          className={classes.other}
          variant={next ? 'default' : 'filled'}
          component={Link}
          to="/meters"
          leftSection={<IconList size={20} aria-hidden />}
        >
          メーター一覧
        </Button>
      </div>
    </div>
  )
}
