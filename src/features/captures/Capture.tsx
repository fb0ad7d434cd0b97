import { useNetwork } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type Webcam from 'react-webcam'
import { isAbnormal } from '../../../contract/abnormal.ts'
import type { Category } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { pictureTypes } from '../../../contract/pictures.ts'
import type { Account } from '../../../contract/users.ts'
import { confirmImplausibleValue } from '../../lib/confirmImplausibleValue.ts'
import { lastKnown } from '../../lib/lastKnown.ts'
import { missingSettings } from '../../lib/missingSettings.ts'
import { readerSettingsOf } from '../../lib/readerSettings.ts'
import { useBusy } from '../../pwa/busy.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { CameraErrorNote } from './CameraErrorNote.tsx'
import { CameraPreview } from './CameraPreview.tsx'
import classes from './Capture.module.css'
import { CaptureFrame } from './CaptureFrame.tsx'
import { Correction } from './Correction.tsx'
import { unreadableText } from './doubtTexts.ts'
import { Finished } from './Finished.tsx'
import { Interrupted } from './Interrupted.tsx'
import { roundOf } from './inspectionRound.ts'
import { MeterSummary } from './MeterSummary.tsx'
import { PhotoReview } from './PhotoReview.tsx'
import { Proposal } from './Proposal.tsx'
import { priorFor } from './priorOnPhone.ts'
import { Retake } from './Retake.tsx'
import { roundToDecimals } from './roundToDecimals.ts'
import { SaveFailed } from './SaveFailed.tsx'
import { Shutter } from './Shutter.tsx'
import { type Still, takeSharpest, takeStill } from './still.ts'
import { useAspectRatio } from './useAspectRatio.ts'
import { useCamera } from './useCamera.ts'
import { type Flow, isReadable, useCaptureFlow } from './useCaptureFlow.ts'
import { useHints } from './useHints.ts'
import { useKeepFocus } from './useKeepFocus.ts'
import { useMeterAtShutter } from './useMeterAtShutter.ts'
import { useOutbox } from './useOutbox.ts'
import { useWakeLock } from './useWakeLock.ts'

type Decided = Extract<Flow, { step: 'decide' | 'correct' }>

interface Props {
  account: Account
  meter: Meter
  meters: readonly Meter[]
  /** Of `meter`; milliseconds since 1970. */
  fetchedAt: number
  category: Category
  unit: string
  location: string
}

export function Capture({ account, meter, meters, fetchedAt, category, unit, location }: Props) {
  const { type } = category
  const settings = readerSettingsOf(meter, type)
  const gap = missingSettings(meter, type)
  const camera = useCamera()
  const webcam = useRef<Webcam>(null)
  const { online } = useNetwork()
  const { captures } = useOutbox()
  const now = useCurrentMinute()
  const subject = { meterId: meter.id, meterName: meter.name, unit, decimalPoint: meter.decimal_point }
  const { flow, store, decide, setFlow } = useCaptureFlow(account, subject, settings, {
    reference: meter.reference,
    priorAt: (at) => priorFor(meter, type, fetchedAt, captures, at),
    readable: gap === null,
  })
  const referenceAspect = useAspectRatio(meter.reference)
  const aiming = flow.step === 'aim' || flow.step === 'saving'
  const before = useMeterAtShutter(meter, aiming)
  const { known } = lastKnown(before)
  const [shooting, setShooting] = useState(false)
  const hint = useHints({
    webcam,
    stream: flow.step === 'aim' ? camera.stream : null,
    settings,
    reference: meter.reference,
  })
  useBusy('camera', true)
  useWakeLock()
  const panel = useKeepFocus(flow.step)

  const reading = 'reading' in flow ? flow.reading : null
  const read = typeof reading === 'object' ? (reading?.value ?? null) : null
  const proposed = read === null ? null : roundToDecimals(read, meter.decimal_point)

  const fail = (error: unknown) => notify.failure(error, { title: '撮影できませんでした' })
  const shoot = async () => {
    const video = webcam.current?.video
    if (!video || !camera.stream || shooting) return
    const capturedAt = Date.now()
    setShooting(true)
    try {
      const take = hint === 'blur' ? takeSharpest : takeStill
      await store(await take(video, camera.stream), capturedAt)
    } catch (error) {
      fail(error)
    } finally {
      setShooting(false)
    }
  }
  const choose = (still: Still) => {
    if (!pictureTypes.some((type) => type === still.mime))
      notify.info('この形式のファイルは使えません。JPEG、PNG、WebP、HEIC の写真を選んでください。')
    else if (still.bytes.byteLength === 0) notify.info('写真を読み込めませんでした。もう一度選んでください。')
    else void store(still, Date.now()).catch(fail)
  }
  const saveDecision = async ({ draft, reading }: Decided, value: number | null) => {
    if (value !== null && !(await isMeant(value))) return
    const valueSource = value === proposed ? 'accepted' : 'corrected'
    try {
      const inTime = await decide(draft, reading, value === null ? null : { value, valueSource })
      if (!inTime && value !== null) {
        notify.info('写真はすでに送信しました。値は点検データの画面で修正できます。')
      }
    } catch (error) {
      notify.failure(error, { title: '値を保存できませんでした' })
    }
  }
  /** An unlikely value asks for confirmation. */
  const isMeant = (value: number) => confirmImplausibleValue({ value, meter: before, type, unit })

  const still = stillOf(flow)

  return (
    <CaptureFrame title={meter.name} location={location}>
      <div className={classes.screen} data-step={flow.step}>
        <div className={classes.facts}>
          <MeterSummary meter={before} category={category} unit={unit} />
        </div>
        <div className={classes.stage}>
          <CameraPreview
            camera={camera}
            webcam={webcam}
            settings={settings}
            reference={meter.reference}
            referenceAspect={referenceAspect}
            shown={flow.step === 'aim'}
            hint={hint}
          />
          {still && <PhotoReview still={still} reading={reading} />}
          {flow.step === 'aim' && camera.trouble && (
            <CameraErrorNote trouble={camera.trouble} restart={camera.restart} />
          )}
        </div>
        <div ref={panel} className={classes.panel} tabIndex={-1}>
          {flow.step === 'aim' && flow.kept && (
            <Retake back={() => flow.kept && setFlow({ step: 'decide', ...flow.kept })} />
          )}
          {flow.step === 'aim' && <Interrupted meterId={meter.id} />}
          {aiming && (
            <Shutter
              meterId={meter.id}
              camera={camera}
              ready={flow.step === 'aim' && camera.stream !== null}
              saving={shooting || flow.step === 'saving'}
              onShutter={() => void shoot()}
              onStill={choose}
              onFailure={fail}
            />
          )}
          {flow.step === 'unsaved' && (
            <SaveFailed
              unsaved={flow.unsaved}
              meterName={meter.name}
              onRetry={() => void store(flow.unsaved.still, flow.unsaved.capturedAt).catch(fail)}
            />
          )}
          {flow.step === 'decide' && (
            <Proposal
              reading={flow.reading}
              value={proposed}
              unit={unit}
              decimalPoint={meter.decimal_point}
              abnormal={proposed !== null && isAbnormal({ value: proposed, read_state: null }, meter)}
              gap={gap}
              onAccept={() => void saveDecision(flow, proposed)}
              onCorrect={() => setFlow({ ...flow, step: 'correct' })}
              onLeave={() => void saveDecision(flow, null)}
              onRetake={() => setFlow({ step: 'aim', kept: { draft: flow.draft, reading: flow.reading } })}
            />
          )}
          {flow.step === 'correct' && (
            <Correction
              key={flow.draft.id}
              meter={meter}
              type={type}
              unit={unit}
              proposed={proposed}
              last={known}
              note={gap !== null && proposed === null ? unreadableText : null}
              onValue={(value) => void saveDecision(flow, value)}
              onCancel={() => setFlow({ ...flow, step: 'decide' })}
            />
          )}
          {flow.step === 'done' && (
            <Finished
              meter={meter}
              capture={captures.find((capture) => capture.id === flow.draft.id)}
              readable={isReadable(flow.reading, gap)}
              unit={unit}
              online={online}
              round={roundOf(meter, meters, captures, now)}
              onAgain={() => setFlow({ step: 'aim', kept: null })}
            />
          )}
        </div>
      </div>
    </CaptureFrame>
  )
}

function stillOf(flow: ReturnType<typeof useCaptureFlow>['flow']): Still | null {
  switch (flow.step) {
    case 'aim':
      return null
    case 'saving':
      return flow.still
    case 'unsaved':
      return flow.unsaved.still
    default:
      return flow.draft.still
  }
}
