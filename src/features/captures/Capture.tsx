import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Category } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { Account } from '../../../contract/users.ts'
import { isAbnormal } from '../../../contract/values/abnormal.ts'
import { isReadableType } from '../../../contract/values/readingSettings.ts'
import { amendedCaptures } from '../../../offline/amendments.ts'
import type { Reader } from '../../../reader/web/index.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { heldBefore, heldOf, heldSince, withHeld } from '../../lib/held/held.ts'
import { useHeldReplacements, withReplacements } from '../../lib/held/heldReplacements.ts'
import { lastKnown } from '../../lib/live/lastKnown.ts'
import { missingSettings } from '../../lib/meters/missingSettings.ts'
import { readerSettingsOf } from '../../lib/meters/readerSettings.ts'
import { useKnownMonths } from '../../lib/usages/useKnownMonths.ts'
import { checkPicture } from '../../shared/pictures/pictureFile.ts'
import { notify } from '../../ui/notice/notify.tsx'
import classes from './Capture.module.css'
import { CaptureAdvice } from './CaptureAdvice.tsx'
import { CapturedAt } from './CapturedAt.tsx'
import { CameraNote } from './camera/CameraNote.tsx'
import { CameraPreview } from './camera/CameraPreview.tsx'
import { PhotoReview } from './camera/PhotoReview.tsx'
import { type FileTime, recordedTimeOf } from './camera/recordedTime.ts'
import { Shutter } from './camera/Shutter.tsx'
import { NoPicture, takeSharpest, takeStill } from './camera/still.ts'
import { useAspectRatio } from './camera/useAspectRatio.ts'
import { useHints } from './camera/useHints.ts'
import type { LiveCamera } from './camera/useLiveCamera.ts'
import { useMeterAtShutter } from './camera/useMeterAtShutter.ts'
import { Finished } from './Finished.tsx'
import { InterruptedNote } from './InterruptedNote.tsx'
import { useOutbox } from './outbox/useOutbox.ts'
import { useStorageTrouble } from './outbox/useStorageTrouble.ts'
import { RetakeNote } from './RetakeNote.tsx'
import { SaveFailed } from './SaveFailed.tsx'
import { NextShared } from './shared-pictures/NextShared.tsx'
import { useSharedPicture } from './shared-pictures/useSharedPicture.ts'
import { UndecidedQuestion } from './UndecidedQuestion.tsx'
import { isEarlier, isReadable, stillOf, takenAtOf, undecidedOf, useCaptureFlow } from './useCaptureFlow.ts'
import { useCaptureFocus } from './useCaptureFocus.ts'
import { proposedBy, useDecision } from './useDecision.ts'
import { useStayWhileSaving } from './useStayWhileSaving.ts'
import { Correction } from './value/Correction.tsx'
import { DoubtQuestion } from './value/DoubtQuestion.tsx'
import { unreadableText } from './value/doubtTexts.ts'
import { MeterSummary } from './value/MeterSummary.tsx'
import { Proposal } from './value/Proposal.tsx'
import { priorFor } from './value/priorOnPhone.ts'
import { enteredAtOf, useEnteredValue } from './value/useEnteredValue.ts'
import { useKnownBefore } from './value/useKnownBefore.ts'
import { ValueChange } from './value/ValueChange.tsx'
import { WithoutPhotograph } from './value/WithoutPhotograph.tsx'

/** What the round of the meter's inspection group adds to the screen. */
export interface RoundParts {
  /** Under the shutter. */
  aiming: (meter: Meter) => ReactNode
  /** Behind a capture. */
  next: (meter: Meter) => ReactNode
}

interface Props {
  account: Account
  shared: string | undefined
  meter: Meter
  /** Of `meter`; milliseconds since 1970. */
  fetchedAt: number
  category: Category
  unit: string
  /** Of the meter's inspection group: whom to call about an abnormal value; empty if nobody is named. */
  contact: string
  round?: RoundParts | undefined
  live: LiveCamera
  reader: Reader
}

/** The photograph of one meter: another meter needs another instance. */
export function Capture(props: Props) {
  const { account, shared, meter, fetchedAt, category, unit, contact, round, live, reader } = props
  const { type } = category
  const settings = readerSettingsOf(meter, type)
  const gap = missingSettings(meter, type)
  const { camera, webcam } = live
  const { online } = useNetwork()
  const { rows, captures } = useOutbox()
  const replacements = useHeldReplacements(meter)
  const subject = { meterId: meter.id, meterName: meter.name, unit, decimalPoint: meter.decimal_point }
  const known = {
    reference: meter.reference,
    priorAt: (at: number, earlier: boolean) =>
      priorFor(withReplacements(meter, replacements), fetchedAt, captures, at, earlier),
    readable: gap === null,
  }
  const { flow, store, storeAgain, discardUnsaved, changeTime, decide, undo, discard, setFlow } =
    useCaptureFlow(account, subject, settings, known, reader)
  useStayWhileSaving(flow.step === 'saving')
  const referenceAspect = useAspectRatio(meter.reference)
  const aiming = flow.step === 'aim' || flow.step === 'saving'
  // One that nobody has decided about may be replaced: the last is the one before it.
  const newest = useMemo(() => {
    const decided = captures.filter(({ state }) => state !== 'draft')
    return heldOf(decided, [meter], fetchedAt).get(meter.id)
  }, [captures, meter, fetchedAt])
  const atShutter = useMeterAtShutter(meter, newest, aiming)
  // A replacement may be told about the photograph that is being decided on.
  const replaced = withReplacements(atShutter.meter, replacements)
  const draft = 'draft' in flow ? flow.draft : null
  const earlierAt = draft && isEarlier(draft) ? takenAtOf(draft) : null
  const held = heldSince(
    replaced,
    earlierAt === null ? atShutter.held : heldBefore(captures, replaced, fetchedAt, earlierAt),
  )
  const { meter: before, absent: unknown } = useKnownBefore(withHeld(replaced, held), earlierAt)
  const months = useKnownMonths(before)
  const last = lastKnown(before).known
  const absent = held?.value === null ? '読取待ち' : unknown
  const hint = useHints({
    webcam,
    stream: flow.step === 'aim' ? camera.stream : null,
    settings,
    reference: meter.reference,
  })
  const trouble = useStorageTrouble(aiming)
  // A photograph may still fit into a storage in trouble, but not into one that is full or refused.
  const ready = flow.step === 'aim' && camera.stream !== null && trouble !== 'full' && trouble !== 'refused'
  const { panel, shutter } = useCaptureFocus(flow.step, ready)

  const reading = 'reading' in flow ? flow.reading : null
  const proposed = proposedBy(reading, meter.decimal_point)

  const fail = (error: unknown) => {
    if (error instanceof NoPicture)
      notify.info('カメラの映像が届かないため、撮影できませんでした。もう一度撮影してください。')
    else notify.failure(error, { title: '撮影できませんでした' })
  }
  const failToChange = (error: unknown) => notify.failure(error, { title: '撮影日時を変えられませんでした' })
  const shoot = () => {
    if (!camera.stream) return
    const take = hint === 'blur' ? takeSharpest : takeStill
    void store(
      take(() => webcam.current?.video, camera.stream),
      Date.now(),
    ).catch(fail)
  }
  const choose = async (chosen: Blob, time: FileTime) => {
    const picture = await checkPicture(chosen)
    if (typeof picture === 'string') {
      notify.info(picture)
      return
    }
    const still = { bytes: await picture.arrayBuffer(), mime: picture.type }
    const now = Date.now()
    await store(still, now, recordedTimeOf(still.bytes, time, now))
  }
  const onPicture = (picture: Blob, time: FileTime) => void choose(picture, time).catch(fail)
  useSharedPicture(shared, onPicture, 'draft' in flow)
  const undecided = undecidedOf(flow)
  const { saveDecision, isChecking, ask, question } = useDecision(
    { decide, setFlow },
    { meter: before, type, unit, months },
    (undecided?.draft ?? draft)?.id ?? null,
  )
  // The photograph was decided or discarded elsewhere while the question was shown.
  const isDecided = flow.step === 'done' || flow.step === 'aim'
  useEffect(() => {
    if (isDecided) question?.answer(null)
  }, [isDecided, question])
  const entry = useEnteredValue(account, subject, { flow, ask, setFlow })
  const entered = 'entered' in flow ? flow.entered : null
  const still = stillOf(flow)

  return (
    <div className={classes.parts} data-step={question ? 'question' : flow.step}>
      <div className={classes.facts} data-keep-free>
        <MeterSummary
          meter={before}
          months={months}
          held={held}
          absent={absent}
          replacement={replacements[0]}
          category={category}
          unit={unit}
        />
      </div>
      <div className={classes.stage} data-photograph={still !== null || entered !== null || undefined}>
        {entered && <WithoutPhotograph />}
        {still === null && entered === null && (
          <CameraPreview
            live={live}
            settings={settings}
            reference={meter.reference}
            referenceAspect={referenceAspect}
            hint={hint}
            onShoot={ready ? shoot : null}
          />
        )}
        {still && (
          <PhotoReview
            still={still}
            reading={reading}
            close={proposed !== null || question !== null || flow.step === 'correct' || flow.step === 'amend'}
          />
        )}
        {flow.step === 'aim' && <CameraNote camera={camera} refused={trouble === 'refused'} />}
      </div>
      <div ref={panel} className={classes.panel} tabIndex={-1} data-at-thumb>
        {flow.step === 'aim' && flow.kept && (
          <RetakeNote back={() => flow.kept && setFlow({ step: 'decide', ...flow.kept })} />
        )}
        {flow.step === 'aim' && <InterruptedNote meterId={meter.id} />}
        {aiming && <CaptureAdvice meterId={meter.id} trouble={trouble} />}
        {aiming && (
          <Shutter
            meterId={meter.id}
            camera={camera}
            button={shutter}
            ready={ready}
            refused={trouble === 'refused'}
            saving={flow.step === 'saving'}
            onShutter={shoot}
            onPicture={onPicture}
            onFailure={fail}
          />
        )}
        {flow.step === 'aim' && flow.kept === null && trouble !== 'refused' && (
          <Button
            fullWidth
            h="auto"
            mih={48}
            variant="subtle"
            leftSection={<IconKeyboard size={20} aria-hidden />}
            onClick={entry.begin}
          >
            値だけ入力
          </Button>
        )}
        {aiming && round?.aiming(meter)}
        {flow.step === 'unsaved' && (
          <SaveFailed
            unsaved={flow}
            onRetry={() => void storeAgain(flow)}
            onDiscard={() => discardUnsaved(flow)}
          />
        )}
        {(flow.step === 'decide' || flow.step === 'correct') && !question && flow.draft.recorded && (
          <CapturedAt
            recorded={flow.draft.recorded}
            capturedAt={flow.draft.capturedAt}
            savedAt={flow.draft.savedAt}
            disabled={isChecking}
            onChange={(at) => void changeTime(flow.draft, at).catch(failToChange)}
          />
        )}
        {flow.step === 'decide' && !question && (
          <Proposal
            reading={flow.reading}
            value={proposed}
            unit={unit}
            decimalPoint={meter.decimal_point}
            abnormal={proposed !== null && isAbnormal({ value: proposed, read_state: null }, meter)}
            gap={gap}
            isChecking={isChecking}
            change={
              proposed !== null && (
                <ValueChange
                  shown={{ value: proposed, at: takenAtOf(flow.draft) }}
                  meter={before}
                  unit={unit}
                />
              )
            }
            onAccept={() => void saveDecision(flow, proposed)}
            onCorrect={() => setFlow({ ...flow, step: 'correct' })}
            onLeave={() => void saveDecision(flow, null)}
            onRetake={() => setFlow({ step: 'aim', kept: { draft: flow.draft, reading: flow.reading } })}
          />
        )}
        {flow.step === 'correct' && (
          <Correction
            key={flow.draft.id}
            asking={question !== null}
            isChecking={isChecking}
            meter={before}
            type={type}
            unit={unit}
            at={takenAtOf(flow.draft)}
            proposed={proposed}
            last={last}
            absent={absent}
            note={gap !== null && proposed === null ? unreadableText : null}
            onValue={(value) => void saveDecision(flow, value)}
            onCancel={() => setFlow({ ...flow, step: 'decide' })}
          />
        )}
        {flow.step === 'amend' && (
          <Correction
            key={`${flow.draft.id} amend`}
            asking={question !== null}
            isChecking={isChecking}
            meter={before}
            type={type}
            unit={unit}
            at={takenAtOf(flow.draft)}
            proposed={flow.decision?.value ?? proposed}
            last={last}
            absent={absent}
            onValue={(value) => void saveDecision(flow, value, flow)}
            onCancel={() => setFlow({ ...flow, step: 'done' })}
          />
        )}
        {flow.step === 'enter' && (
          <Correction
            key={flow.entered.id}
            asking={question !== null}
            meter={before}
            type={type}
            unit={unit}
            at={enteredAtOf(flow.entered)}
            proposed={flow.entered.value}
            last={last}
            absent={absent}
            onValue={(value) => void entry.save(flow.entered, value)}
            onCancel={() => entry.cancel(flow.entered)}
          />
        )}
        {question && (
          <DoubtQuestion
            shown={question.shown}
            captureId={question.captureId}
            doubts={question.doubts}
            type={type}
            sureRead={question.sureRead}
            meter={before}
            absent={absent}
            unit={unit}
            typed={flow.step === 'correct' || flow.step === 'amend' || flow.step === 'enter'}
            onCorrect={() => question.answer(null)}
            onConfirm={question.answer}
          />
        )}
        {undecided && (
          <UndecidedQuestion
            meterName={meter.name}
            accept={
              flow.step === 'decide' && proposed !== null
                ? {
                    value: `${formatNumber(proposed, meter.decimal_point)} ${unit}`,
                    run: () => saveDecision(flow, proposed),
                  }
                : null
            }
            readable={isReadable(undecided.reading, gap)}
            leaveToServer={() => saveDecision(undecided, null)}
            discard={() =>
              discard(undecided.draft, undecided.reading).catch((error: unknown) => {
                notify.failure(error, { title: '破棄できませんでした' })
                return false
              })
            }
            withButton={flow.step === 'decide'}
            asking={question !== null}
            isChecking={isChecking}
          />
        )}
        {flow.step === 'entered' && (
          <Finished
            meter={meter}
            capture={amendedCaptures(rows).find(({ id }) => id === flow.entered.id)}
            readable={false}
            waitsForSettings={false}
            type={type}
            unit={unit}
            contact={contact}
            online={online}
            next={round?.next(meter)}
            onCorrect={() => setFlow({ step: 'enter', entered: flow.entered })}
            onUndo={() => void entry.undo(flow.entered)}
            onAgain={() => setFlow({ step: 'aim', kept: null })}
          />
        )}
        {flow.step === 'done' && (
          <Finished
            meter={meter}
            capture={amendedCaptures(rows).find(({ id }) => id === flow.draft.id)}
            readable={isReadable(flow.reading, gap)}
            waitsForSettings={gap !== null && isReadableType(type)}
            type={type}
            unit={unit}
            contact={contact}
            online={online}
            next={shared === undefined ? round?.next(meter) : <NextShared>{round?.next(meter)}</NextShared>}
            onCorrect={() => setFlow({ ...flow, step: 'amend' })}
            onUndo={() =>
              void undo(flow.draft, flow.reading).catch((error: unknown) =>
                notify.failure(error, { title: '元に戻せませんでした' }),
              )
            }
            onAgain={() => setFlow({ step: 'aim', kept: null })}
          />
        )}
      </div>
    </div>
  )
}
