import { useCallback, useEffect, useRef, useState } from 'react'
import type { Account } from '../../../contract/users.ts'
import { takeBack } from '../../../offline/byHand.ts'
import type { Capture } from '../../../offline/captures.ts'
import { type Decision, decideCapture, replaceBytes, saveCapture } from '../../../offline/outbox.ts'
import { keepTaken } from '../../../offline/pictureCaches.ts'
import { createReader, type Prior, type ReaderSettings, type ReadResult } from '../../../reader/web/index.ts'
import { lastClockOffset } from '../../lib/clockOffset.ts'
import { requestBackgroundSync } from '../../lib/requestBackgroundSync.ts'
import { markBusy } from '../../pwa/busy.ts'
import { discardWithUndo } from './discardWithUndo.ts'
import { lockDraft } from './draft.ts'
import { fetchReference, type ReferencePicture } from './referencePictures.ts'
import { shrinkPhoto } from './shrinkPhoto.ts'
import type { Still } from './still.ts'
import { createThumbnail } from './thumbnail.ts'

/**
 * Whether the server may find a value. It has the same reader: if this device had all inputs and found none, neither
 * will the server. `gap`: what the settings lack for reading.
 */
export const isReadable = (reading: LocalReadState, gap: string | null): boolean =>
  typeof reading === 'object' ? reading.value !== null || reading.unregistered : gap === null

/** Stored on this device, undecided. */
interface Draft {
  id: string
  still: Still
  capturedAt: number
  release: () => void
}

/** Could not be stored; in memory only. */
export interface UnsavedPhoto {
  /** Of every attempt to store it. */
  id: string
  still: Still
  capturedAt: number
  error: unknown
}

/** A result, and whether the meter's reference picture could not be fetched or decoded here. */
export interface PhoneReading extends ReadResult {
  unregistered: boolean
}

/** In progress, failed, or the result. */
export type LocalReadState = 'under way' | 'failed' | PhoneReading

export type Flow =
  /** The camera is live. `kept`: the photograph that a retake replaces. */
  | { step: 'aim'; kept: { draft: Draft; reading: LocalReadState } | null }
  | { step: 'saving'; still: Still }
  | { step: 'unsaved'; unsaved: UnsavedPhoto; kept: { draft: Draft; reading: LocalReadState } | null }
  | { step: 'decide' | 'correct'; draft: Draft; reading: LocalReadState }
  | { step: 'done'; draft: Draft; decision: Decision | null; reading: LocalReadState }

/** Stored with the photograph. */
type Subject = Pick<Capture, 'meterId' | 'meterName' | 'unit' | 'decimalPoint'>

/** What is known of the meter besides its settings. */
interface KnownMeter {
  /** Address of the reference picture. */
  reference: string | null
  /** Earlier readings for a photograph taken at that time. */
  priorAt: (at: number) => Prior | null
  /** Its settings suffice for reading. */
  readable: boolean
}

const start: Flow = { step: 'aim', kept: null }

/** States of one photograph: stored, read, decided. Leaving earlier leaves the decision to the server. */
export function useCaptureFlow(
  account: Account,
  subject: Subject,
  settings: ReaderSettings,
  known: KnownMeter,
) {
  const [{ meterId, flow }, setState] = useState({ meterId: subject.meterId, flow: start })
  const setFlow = useCallback(
    (next: Flow | ((flow: Flow) => Flow)) =>
      setState((state) => ({ ...state, flow: typeof next === 'function' ? next(state.flow) : next })),
    [],
  )
  // Another meter starts anew with the same camera.
  if (meterId !== subject.meterId) setState({ meterId: subject.meterId, flow: start })

  const undecided = useRef(new Map<string, Draft>())
  const visit = useRef(0)
  const reader = useRef<ReturnType<typeof createReader> | null>(null)
  const registered = useRef<{ address: string | null; picture: ReferencePicture } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit ends with its meter
  useEffect(() => {
    const drafts = undecided.current
    return () => {
      visit.current += 1
      for (const draft of drafts.values()) leaveToServer(draft)
      drafts.clear()
    }
  }, [subject.meterId])

  useEffect(
    () => () => {
      reader.current?.close()
      reader.current = null
    },
    [],
  )

  const referenceFor = async (address: string | null) => {
    // Not decoded again.
    if (registered.current?.address !== address) registered.current = null
    const picture = registered.current?.picture ?? (await fetchReference(address))
    registered.current = picture && { address, picture }
    return picture
  }

  const readOnPhone = async ({ still, capturedAt }: Draft): Promise<PhoneReading> => {
    const reference = await referenceFor(known.reference)
    reader.current ??= createReader()
    const prior = known.priorAt(capturedAt)
    const result = await reader.current.read(still.bytes, still.mime, settings, { reference, prior })
    return { ...result, unregistered: known.reference !== null && result.registration === null }
  }

  const read = async (draft: Draft) => {
    const reading = await readOnPhone(draft).catch((error: unknown): LocalReadState => {
      console.warn(error)
      return 'failed'
    })
    const isShown = (each: { draft: Draft } | null) => each?.draft.id === draft.id
    setFlow((now) => {
      if ((now.step === 'decide' || now.step === 'correct') && isShown(now)) return { ...now, reading }
      if (now.step === 'aim' && now.kept && isShown(now.kept)) return { ...now, kept: { draft, reading } }
      return now
    })
  }

  const store = async (still: Still, capturedAt: number, id: string = crypto.randomUUID()) => {
    const kept = flow.step === 'aim' || flow.step === 'unsaved' ? flow.kept : null
    const thisVisit = visit.current
    setFlow({ step: 'saving', still })
    const saved = markBusy('photograph', 'saving')
    const release = await lockDraft(id).catch((error: unknown) => {
      saved()
      throw error
    })
    try {
      await saveCapture({
        ...subject,
        id,
        userId: account.id,
        organizationId: account.organization.id,
        organizationName: account.organization.name,
        bytes: still.bytes,
        mime: still.mime,
        capturedAt,
        clockOffset: lastClockOffset(),
        monotonicDelta: Math.round(capturedAt - (performance.timeOrigin + performance.now())),
        ...(kept ? { replaces: kept.draft.id } : {}),
      })
    } catch (error) {
      release()
      setFlow({ step: 'unsaved', unsaved: { id, still, capturedAt, error }, kept })
      return
    } finally {
      saved()
    }
    const draft: Draft = { id, still, capturedAt, release }
    if (kept) {
      undecided.current.delete(kept.draft.id)
      kept.draft.release()
    }
    void requestBackgroundSync()
    void navigator.storage?.persist?.()
    // The original is stored; the smaller one is sent if possible.
    const shrinking = shrinkPhoto(still.bytes, still.mime)
    shrinking.then((smaller) => smaller && replaceBytes(id, smaller, 'image/jpeg')).catch(console.warn)
    // Avoids decoding a large original again.
    shrinking
      .then((smaller) =>
        smaller ? createThumbnail(smaller, 'image/jpeg') : createThumbnail(still.bytes, still.mime),
      )
      .then((miniature) => miniature && keepTaken(id, miniature))
      .catch(console.warn)
    if (visit.current !== thisVisit) {
      leaveToServer(draft)
      return
    }
    undecided.current.set(id, draft)
    // An unreadable meter goes straight to typing.
    setFlow({ step: known.readable ? 'decide' : 'correct', draft, reading: 'under way' })
    void read(draft)
  }

  /** False when the capture was sent before the decision. */
  const decide = async (
    draft: Draft,
    reading: LocalReadState,
    decision: Decision | null,
  ): Promise<boolean> => {
    const decided = await decideCapture(draft.id, decision)
    undecided.current.delete(draft.id)
    draft.release()
    void requestBackgroundSync()
    setFlow({ step: 'done', draft, decision: decided ? decision : null, reading })
    return decided !== null
  }

  /** False when the capture was sent before. */
  const discard = async (draft: Draft, reading: LocalReadState): Promise<boolean> => {
    const thisVisit = visit.current
    const discarded = await discardWithUndo({
      id: draft.id,
      named: `「${subject.meterName}」の写真`,
      restore: () => restore(draft, reading, thisVisit),
    })
    undecided.current.delete(draft.id)
    draft.release()
    setFlow(discarded ? start : { step: 'done', draft, decision: null, reading })
    return discarded
  }

  /** Shows it again unless another photograph has been taken; then the server reads it. */
  const restore = async (draft: Draft, reading: LocalReadState, during: number) => {
    const release = await lockDraft(draft.id)
    const row = await takeBack(draft.id).catch((error: unknown) => {
      release()
      throw error
    })
    if (row === null || visit.current !== during) {
      release()
      return
    }
    const again = { ...draft, release }
    undecided.current.set(draft.id, again)
    setFlow((now) =>
      now.step === 'aim' && now.kept === null ? { step: 'decide', draft: again, reading } : now,
    )
  }

  return { flow, store, decide, discard, setFlow }
}

/** The photograph that nobody has decided about yet. */
export function undecidedOf(flow: Flow): { draft: Draft; reading: LocalReadState } | null {
  if (flow.step === 'decide' || flow.step === 'correct') return flow
  return flow.step === 'aim' ? flow.kept : null
}

/** The photograph on the screen. */
export function stillOf(flow: Flow): Still | null {
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

function leaveToServer(draft: Draft): void {
  decideCapture(draft.id, null).catch(console.warn).finally(draft.release)
}
