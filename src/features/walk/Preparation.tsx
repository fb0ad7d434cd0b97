import { Box, Button, Progress } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconCircleCheck, IconClockExclamation, IconCloudDown, IconCloudOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { useWalk } from '../../lib/rounds/useWalks.ts'
import { useWorkerRefused } from '../../pwa/workerRefused.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useCorrectedTime, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatTimeAgo } from '../../ui/text/formatTime.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import classes from './Preparation.module.css'
import { isComplete, type Missing, missingFor, prepare } from './preparation.ts'

/** Meters, their settings and the rounds change from day to day. Milliseconds. */
const longestFresh = 24 * 3_600_000

/** 持ち出し: makes a round ready for use without signal, and says whether and since when it is. */
export function Preparation({ inspectionId }: { inspectionId: number }) {
  const client = useQueryClient()
  const { online } = useNetwork()
  const now = useCurrentMinute()
  const refused = useWorkerRefused()
  const walk = useWalk(inspectionId)
  const meters = useQuery(metersQuery)
  const rounds = useQuery(roundsQuery)
  const fetchedAt = useCorrectedTime(Math.min(meters.dataUpdatedAt, rounds.dataUpdatedAt))
  const [share, setShare] = useState<number | null>(null)
  const [missing, setMissing] = useState<Missing | null>(null)
  const stops = walk?.stops
  const categories = useQuery(categoriesQuery)
  const units = useQuery(unitsQuery)
  // Without its category a meter cannot be photographed.
  const hasData = [meters, rounds, categories, units].every(({ data }) => data !== undefined)
  const look = useCallback(async () => {
    if (stops)
      setMissing(
        await missingFor(
          stops.map(({ meter }) => meter),
          hasData,
        ),
      )
  }, [stops, hasData])
  useEffect(() => {
    const lookAgain = () => void look().catch(console.warn)
    lookAgain()
    if (!('serviceWorker' in navigator)) return
    // On a slow line the worker comes long after 持ち出し was pressed.
    navigator.serviceWorker.addEventListener('controllerchange', lookAgain)
    return () => navigator.serviceWorker.removeEventListener('controllerchange', lookAgain)
  }, [look])

  const take = async () => {
    if (!stops) return
    setShare(0)
    try {
      await prepare(client, inspectionId, setShare)
    } catch (error) {
      notify.failure(error, { title: '持ち出しの準備が終わりませんでした', retry: () => void take() })
    } finally {
      setShare(null)
      await look()
    }
  }

  // What follows must not jump.
  if (missing === null) return <Box mih={48} />
  const complete = isComplete(missing)
  const old = now - fetchedAt >= longestFresh
  return (
    <section
      className={classes.preparation}
      aria-label="持ち出し"
      data-fresh={(complete && !old) || undefined}
    >
      {share !== null ? (
        <>
          <p className={classes.text} role="status">
            持ち出しの準備中 {Math.floor(share * 100)}%
          </p>
          <Progress flex="1 1 120px" value={share * 100} aria-label="持ち出しの準備" />
        </>
      ) : (
        <>
          <p className={classes.text} role="status">
            {complete ? (
              <>
                {old ? (
                  <IconClockExclamation size={20} aria-hidden />
                ) : (
                  <IconCircleCheck size={20} aria-hidden />
                )}
                <span>
                  持ち出し済（
                  <PlainTime time={new Date(fetchedAt).toISOString()} />）
                  {old && `${formatTimeAgo(fetchedAt, now)}の内容です。電波の届く所で更新してください。`}
                </span>
              </>
            ) : (
              <>
                <IconCloudOff size={20} aria-hidden />
                <span>{missingText(missing, refused)}</span>
              </>
            )}
          </p>
          <Button
            variant={complete ? 'subtle' : 'light'}
            leftSection={<IconCloudDown size={20} aria-hidden />}
            disabled={!online}
            onClick={() => void take()}
          >
            {complete ? '更新' : '持ち出し'}
          </Button>
        </>
      )}
    </section>
  )
}

function missingText({ app, data, pictures }: Missing, refused: boolean): string {
  if (refused) return 'このブラウザでは、電波なしで使えません'
  if (app || data) return '電波なしではまだ使えません'
  return `端末にない画像が${pictures}枚あります`
}
