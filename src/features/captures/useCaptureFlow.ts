import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Account } from '../../../contract/users.ts'
import { reopenCapture, setValue } from '../../../offline/amendments.ts'
import { takeBack } from '../../../offline/byHand.ts'
import type { Capture, RecordedTime } from '../../../offline/captures.ts'
import {
  changeCapturedAt,
  type Decision,
  decideCapture,
  type Photograph,
  readCapture,
  setLooksLikeOtherMeter,
  watchOutbox,
} from '../../../offline/outbox.ts'
import { byServerClock } from '../../../offline/sendable.ts'
import type { Prior, Reader, ReaderSettings, ReadResult } from '../../../reader/web/index.ts'
import { lockDraft } from '../../lib/held/drafts.ts'
import { requestBackgroundSync } from '../../lib/held/requestBackgroundSync.ts'
import { lastClockOffset } from '../../lib/session/clockOffset.ts'
import { markBusy } from '../../pwa/busy.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { fetchReference, type ReferencePicture } from './camera/referencePictures.ts'
import type { Still } from './camera/still.ts'
import { sendingText } from './captureTexts.ts'
import { discardWithUndo } from './outbox/discardWithUndo.ts'
import { tellTooLate } from './outbox/tellTooLate.ts'
import { tellUnsaved } from './outbox/tellUnsaved.ts'
import { withdrawAndTell } from './outbox/withdrawWithQuestion.ts'
import { giveUp, storePhotograph } from './storePhotograph.ts'
import { type Draft, type EnteredHere, findUnfinished } from './unfinished.ts'
import { looksLikeAnother } from './value/pictureDoubts.ts'

/**
 * Whether the server may find a value. It has the same reader: if this device had all inputs and found none, neither
 * will the server. `gap`: what the settings lack for reading.
 */
export const isReadable = (reading: LocalReadState, gap: string | null): boolean =>
  typeof reading === 'object' ? reading.value !== null || reading.unregistered : gap === null

/** When it was taken, by the server's clock. */
export const takenAtOf = (draft: Draft): number => byServerClock(draft.capturedAt, draft)

/** Whether it was taken before: then what is known of the meter since does not count. */
export const isEarlier = ({ capturedAt, savedAt }: Draft): boolean => capturedAt < savedAt

/** A result, and whether the meter's reference picture could not be fetched or decoded here. */
export interface PhoneReading extends ReadResult {
  unregistered: boolean
}

/** In progress, failed, not read because the meter has no reading settings, or the result. */
export type LocalReadState = 'under way' | 'failed' | 'not read' | PhoneReading

interface Undecided {
  draft: Draft
  reading: LocalReadState
}

/** In memory only, with all that is stored with it. `kept`: the photograph that it replaces. */
export interface Unsaved {
  photograph: Photograph
  error: unknown
  kept: Undecided | null
}

export type Flow =
  /** The camera is live. `kept`: the photograph that a retake replaces. */
  | { step: 'aim'; kept: Undecided | null }
  /** `still`: of a photograph that is stored again. Drawing it would take the processor from storing it. */
  | { step: 'saving'; still: Still | null }
  | ({ step: 'unsaved' } & Unsaved)
  | ({ step: 'decide' | 'correct' } & Undecided)
  /** Decided. `amend`: another value is entered. */
  | { step: 'done' | 'amend'; draft: Draft; decision: Decision | null; reading: LocalReadState }
  /** `enter`: a value is entered without a photograph. `entered`: it is stored. */
  | { step: 'enter' | 'entered'; entered: EnteredHere }

/** Stored with the photograph. */
export type Subject = Pick<Capture, 'meterId' | 'meterName' | 'unit' | 'decimalPoint'>

/** What is known of the meter besides its settings. */
interface KnownMeter {
  /** Address of the reference picture. */
  reference: string | null
  /** Earlier readings for a photograph taken at that time. `earlier`: it was not taken just now. */
  priorAt: (at: number, earlier: boolean) => Prior | null
  /** Its settings suffice for reading. */
  readable: boolean
}

/** `amended`: the capture may have been sent, so a correction is. */
type Decided = 'changed' | 'amended'

const start: Flow = { step: 'aim', kept: null }

/**
 * States of one photograph: stored, read, decided. Of one meter: another one needs another instance. A photograph that is
 * left without a decision waits on the device, and the next start asks for its value.
 */
export function useCaptureFlow(
  account: Account,
  subject: Subject,
  settings: ReaderSettings,
  known: KnownMeter,
  reader: Reader,
) {
  const [flow, setFlow] = useState<Flow>(start)
  const undecided = useRef(new Map<string, Draft>())
  const isLeft = useRef(false)
  const undoing = useRef(false)
  const registered = useRef<{ address: string | null; picture: ReferencePicture } | null>(null)

  const onLeave = useEffectEvent(() => {
    isLeft.current = true
    if (flow.step === 'unsaved') tellUnsaved(flow.photograph, flow.error)
    // The next start asks for the value again.
    for (const draft of undecided.current.values()) draft.release()
    undecided.current.clear()
  })
  useEffect(() => {
    isLeft.current = false
    return () => onLeave()
  }, [])

  const referenceFor = async (address: string | null) => {
    // Not decoded again.
    if (registered.current?.address !== address) registered.current = null
    const picture = registered.current?.picture ?? (await fetchReference(address))
    registered.current = picture && { address, picture }
    return picture
  }

  const readOnPhone = async (draft: Draft): Promise<PhoneReading> => {
    const { still } = draft
    const reference = await referenceFor(known.reference)
    const prior = known.priorAt(takenAtOf(draft), isEarlier(draft))
    const result = await reader.read(still.bytes, still.mime, settings, { reference, prior })
    return { ...result, unregistered: known.reference !== null && result.registration === null }
  }

  /** Of a meter that cannot be read, only whether the photograph shows it. */
  const read = async (draft: Draft) => {
    if (!known.readable && known.reference === null) return
    const reading = await readOnPhone(draft).catch((error: unknown): LocalReadState => {
      console.warn(error)
      return 'failed'
    })
    const isShown = (each: { draft: Draft } | null) => each?.draft.id === draft.id
    setFlow((now) => {
      if (!known.readable) return now
      if ((now.step === 'decide' || now.step === 'correct') && isShown(now)) return { ...now, reading }
      if (now.step === 'aim' && now.kept && isShown(now.kept))
        return { ...now, kept: { ...now.kept, reading } }
      return now
    })
    // Asked about where a value is set that was not read, also in 送信状況.
    if (typeof reading === 'object')
      await setLooksLikeOtherMeter(draft.id, looksLikeAnother(reading)).catch(console.warn)
  }

  const save = async (photograph: Photograph, kept: Undecided | null) => {
    const { id, capturedAt, savedAt = capturedAt, recorded = null, clockOffset = null } = photograph
    const release = await storePhotograph(photograph).catch((error: unknown) => {
      if (isLeft.current) tellUnsaved(photograph, error)
      else setFlow({ step: 'unsaved', photograph, error, kept })
      return null
    })
    if (release === null) return
    const draft: Draft = { id, still: photograph, capturedAt, clockOffset, recorded, savedAt, release }
    if (kept) {
      undecided.current.delete(kept.draft.id)
      kept.draft.release()
      tellKept(kept.draft.id).catch(console.warn)
    }
    if (isLeft.current) {
      release()
      return
    }
    show(draft)
  }

  const show = (draft: Draft) => {
    undecided.current.set(draft.id, draft)
    // An unreadable meter goes straight to typing.
    setFlow(
      known.readable
        ? { step: 'decide', draft, reading: 'under way' }
        : { step: 'correct', draft, reading: 'not read' },
    )
    void read(draft)
  }

  /** Asks for what was left without a decision. */
  const resume = async () => {
    const owner = { userId: account.id, organizationId: account.organization.id }
    const found = await findUnfinished(owner, subject.meterId, () => !isLeft.current && isAiming())
    if (found === null) return
    if ('still' in found) show(found)
    else setFlow({ step: 'enter', entered: found })
  }
  const isAiming = useEffectEvent(() => flow.step === 'aim' && flow.kept === null)
  const onOpen = useEffectEvent(() => void resume().catch(console.warn))
  useEffect(() => onOpen(), [])

  const askedId = flow.step === 'decide' || flow.step === 'correct' ? flow.draft.id : null
  const onRow = useEffectEvent(({ state, value, valueSource }: Capture) => {
    if ((flow.step !== 'decide' && flow.step !== 'correct') || state === 'draft') return
    const { draft, reading } = flow
    undecided.current.delete(draft.id)
    draft.release()
    const decision = value === null || valueSource === null ? null : { value, valueSource }
    setFlow(state === 'discarded' ? start : { step: 'done', draft, decision, reading })
  })
  // 送信状況, or another tab, may decide about the photograph that is asked about here.
  useEffect(() => {
    if (askedId === null) return
    let isOver = false
    const follow = () =>
      readCapture(askedId).then((row) => {
        if (row !== null && !isOver) onRow(row)
      }, console.warn)
    void follow()
    const stop = watchOutbox(() => void follow())
    return () => {
      isOver = true
      stop()
    }
  }, [askedId])

  /** A photograph that was on the network, or whose value was confirmed, before its retake is not replaced by it. */
  const tellKept = async (id: string) => {
    const row = await readCapture(id)
    if (row === null) return
    const past = sendingText(row) ?? '値を確定してあります'
    notify.info(`「${subject.meterName}」の撮り直す前の写真は${past}。点検データには両方が残ります。`)
  }

  /** Throws what taking it throws. `recorded`: of a picture that was chosen. */
  const store = async (
    taking: Still | Promise<Still>,
    savedAt: number,
    recorded: RecordedTime | null = null,
  ) => {
    const kept = flow.step === 'aim' ? flow.kept : null
    const monotonicDelta = Math.round(savedAt - (performance.timeOrigin + performance.now()))
    const saved = markBusy('photograph', 'saving')
    setFlow({ step: 'saving', still: null })
    try {
      const { bytes, mime } = await taking
      const photograph: Photograph = {
        ...subject,
        id: crypto.randomUUID(),
        userId: account.id,
        organizationId: account.organization.id,
        organizationName: account.organization.name,
        bytes,
        mime,
        ...(recorded?.plausible ? { capturedAt: recorded.at, savedAt } : { capturedAt: savedAt }),
        ...(recorded && { recorded }),
        clockOffset: lastClockOffset(),
        monotonicDelta,
        ...(kept ? { replaces: kept.draft.id } : {}),
      }
      await save(photograph, kept)
    } catch (error) {
      setFlow({ step: 'aim', kept })
      throw error
    } finally {
      saved()
    }
  }

  const storeAgain = ({ photograph, kept }: Unsaved) => {
    setFlow({ step: 'saving', still: photograph })
    return save(photograph, kept)
  }

  const discardUnsaved = ({ photograph, kept }: Unsaved) => {
    giveUp(photograph)
    setFlow({ step: 'aim', kept })
  }

  const changeTime = async (draft: Draft, capturedAt: number): Promise<void> => {
    if ((await changeCapturedAt(draft.id, capturedAt)) === null) {
      await tellTooLate({ id: draft.id, named: `「${subject.meterName}」の写真` })
      return
    }
    const changed = { ...draft, capturedAt }
    // Unless it has been decided meanwhile.
    if (undecided.current.has(draft.id)) undecided.current.set(draft.id, changed)
    setFlow((now) => (undecidedOf(now)?.draft.id === draft.id ? withDraft(now, changed) : now))
    // Other readings are the earlier ones now.
    void read(changed)
  }

  /**
   * Stores the decision, or another one later. Null when the capture is gone, or when it was decided or sent before it could
   * be left to the server.
   */
  const decide = async (
    draft: Draft,
    reading: LocalReadState,
    decision: Decision | null,
  ): Promise<Decided | null> => {
    // Before it is stored, so that a screen that is left in the meantime does not release the lock.
    const isFirst = undecided.current.delete(draft.id)
    const store = async (): Promise<Decided | null> => {
      if (decision !== null) return setValue(draft.id, decision)
      return (await decideCapture(draft.id, null)) && 'changed'
    }
    const decided = await store().catch((error: unknown) => {
      if (isFirst && isLeft.current) draft.release()
      else if (isFirst) undecided.current.set(draft.id, draft)
      throw error
    })
    draft.release()
    void requestBackgroundSync()
    setFlow({ step: 'done', draft, decision: decided ? decision : null, reading })
    return decided
  }

  /**
   * Takes a decision back. Before the first attempt to send, the capture is decided again; afterwards it is withdrawn on the
   * server, after a question.
   */
  const undo = async (draft: Draft, reading: LocalReadState): Promise<void> => {
    // A second press would wait for the lock and take the next decision back.
    if (undoing.current) return
    undoing.current = true
    try {
      await undoOnce(draft, reading)
    } finally {
      undoing.current = false
    }
  }

  const undoOnce = async (draft: Draft, reading: LocalReadState) => {
    const { id } = draft
    if (undecided.current.has(id)) return
    const release = await lockDraft(id)
    const reopened = await reopenCapture(id).catch((error: unknown) => {
      release()
      throw error
    })
    if (reopened !== null) {
      const again = { ...draft, release }
      undecided.current.set(id, again)
      setFlow({ step: reading === 'not read' ? 'correct' : 'decide', draft: again, reading })
      // What was read behind the decision is not kept.
      if (reading === 'under way') void read(again)
      return
    }
    release()
    const { meterName } = subject
    if (await withdrawAndTell({ id, meterName, named: `「${meterName}」の写真` })) setFlow(start)
  }

  /** False when the capture was sent before, or is gone. */
  const discard = async (draft: Draft, reading: LocalReadState): Promise<boolean> => {
    const discarded = await discardWithUndo({
      id: draft.id,
      named: `「${subject.meterName}」の写真`,
      restore: () => restore(draft, reading),
    })
    undecided.current.delete(draft.id)
    draft.release()
    setFlow(discarded ? start : { step: 'done', draft, decision: null, reading })
    return discarded
  }

  /** Shows it again unless another photograph has been taken; then the server reads it. False where it is gone. */
  const restore = async (draft: Draft, reading: LocalReadState): Promise<boolean> => {
    const release = await lockDraft(draft.id)
    const row = await takeBack(draft.id).catch((error: unknown) => {
      release()
      throw error
    })
    const again = { ...draft, release }
    if (row === null || isLeft.current) release()
    else {
      undecided.current.set(draft.id, again)
      setFlow((now) =>
        now.step === 'aim' && now.kept === null ? { step: 'decide', draft: again, reading } : now,
      )
    }
    return row !== null
  }

  return { flow, store, storeAgain, discardUnsaved, changeTime, decide, undo, discard, setFlow }
}

/** The photograph that nobody has decided about yet. */
export function undecidedOf(flow: Flow): Undecided | null {
  if (flow.step === 'decide' || flow.step === 'correct') return flow
  return flow.step === 'aim' ? flow.kept : null
}

function withDraft(flow: Flow, draft: Draft): Flow {
  if (flow.step === 'decide' || flow.step === 'correct') return { ...flow, draft }
  return flow.step === 'aim' && flow.kept ? { ...flow, kept: { ...flow.kept, draft } } : flow
}

/** The photograph on the screen. */
export function stillOf(flow: Flow): Still | null {
  switch (flow.step) {
    case 'aim':
    case 'enter':
    case 'entered':
      return null
    case 'saving':
      return flow.still
    case 'unsaved':
      return flow.photograph
    default:
      return flow.draft.still
  }
}
