import { Box, Button } from '@mantine/core'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type CategoryType, categoryType, familyOf } from '../../../contract/categories.ts'
import type { Pins } from '../../../contract/meters.ts'
import { Fact } from '../../ui/text/Fact.tsx'
import { SettingMark } from '../../ui/text/SettingMark.tsx'
import classes from './SettingRows.module.css'
import type { SettingDialogs } from './settingDialogs.ts'

/** Inputs of the dialogs. */
export interface SettingBasis {
  picture: string | null
  /** Undefined while the categories load, null if none is chosen. */
  category: CategoryType | null | undefined
  settings: string | null
  pins: Pins | null
  area: string | null
  range: { start: number | null; end: number | null }
  digits: { digitNumber: number | null; decimalPoint: number | null }
  boost: boolean
  unit: string | undefined
}

export type SettingChange =
  | ({ settings: string | null; pins: Pins | null } & Partial<SettingBasis['digits']>)
  | { area: string | null }

export type SettingDialog = 'assist' | 'area'

interface Props {
  dialogs: SettingDialogs
  basis: SettingBasis
  meterId: number | null
  /** Empty until a name is typed for a new meter. */
  meterName: string
  /** Whether the meter has readings already. */
  hasReadings: boolean
  canvasSize?: number
  /** The dialog that opens by itself as soon as the type is known. */
  start?: SettingDialog | null
  /** Values are read from pictures, not an analog input. */
  pictured: boolean
  /** Unsaved settings, which are shown beside. */
  unsaved?: { settings: string | null; area: string | null }
  /** Saves a setting; null: cleared. */
  onChange: (change: SettingChange) => Promise<void>
}

/** AIアシスト設定 and 読取位置設定: whether set, and their dialogs. */
export function SettingRows({
  dialogs,
  basis,
  meterId,
  meterName,
  hasReadings,
  canvasSize,
  start,
  pictured,
  unsaved,
  onChange,
}: Props) {
  // Fixed while a dialog is open, because a new picture URL or changes by others must not reset the draft.
  const [open, setOpen] = useState<{ dialog: SettingDialog; from: SettingBasis } | null>(null)
  const [started, setStarted] = useState<SettingDialog | null>(null)
  const { picture, category, settings, area } = basis
  // A dialog that was opened before the categories had loaded begins with what is known by then.
  if (open !== null && open.from.category === undefined && category !== undefined)
    setOpen({ ...open, from: basis })
  if (start != null && started === null) {
    setStarted(start)
    setOpen({ dialog: start, from: basis })
  }
  // A dialog that opens by itself returns the focus to the button that opens it again.
  const opener = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (started !== null) opener.current?.focus()
  }, [started])
  const isKnown = category !== undefined && category !== null
  const assisted = isKnown && familyOf(category) !== 'none'
  const common = {
    onClose: () => setOpen(null),
    meterId,
    meterName,
    hasReadings,
    ...(canvasSize !== undefined && { canvasSize }),
  }
  return (
    <>
      <Fact label="AIアシスト設定">
        <Setting
          label="AIアシスト設定"
          exists={settings !== null}
          enabled={picture !== null && (category === undefined || assisted)}
          note={
            whyNot(picture, category, assisted) ??
            unsaved?.settings ??
            (pictured && assisted && settings === null ? notReadText : null)
          }
          button={started === 'assist' ? opener : undefined}
          onOpen={() => setOpen({ dialog: 'assist', from: basis })}
        />
      </Fact>
      <Fact label="読取位置設定">
        <Setting
          label="読取位置設定"
          exists={area !== null}
          enabled={picture !== null}
          note={
            picture === null
              ? noPicture
              : (unsaved?.area ?? (pictured && isKnown && !assisted && area === null ? notReadText : null))
          }
          button={started === 'area' ? opener : undefined}
          onOpen={() => setOpen({ dialog: 'area', from: basis })}
        />
      </Fact>
      {open?.dialog === 'assist' &&
        open.from.picture !== null &&
        open.from.category !== null &&
        dialogs.renderAssist({
          ...common,
          opened: true,
          picture: open.from.picture,
          category: open.from.category,
          value: { settings: open.from.settings, pins: open.from.pins },
          range: open.from.range,
          digits: open.from.digits,
          boost: open.from.boost,
          unit: basis.unit,
          area: open.from.area,
          onRegister: ({ settings, pins, ...digits }) =>
            onChange({ settings, pins, ...digitChange(open.from.digits, digits) }),
          onInitialise: () => onChange({ settings: null, pins: null }),
        })}
      {open?.dialog === 'area' &&
        open.from.picture !== null &&
        dialogs.renderArea({
          ...common,
          opened: true,
          picture: open.from.picture,
          category: open.from.category === null ? categoryType.other : open.from.category,
          value: open.from.area,
          assist: { settings: open.from.settings, pins: open.from.pins },
          range: open.from.range,
          digits: open.from.digits,
          boost: open.from.boost,
          unit: basis.unit,
          onRegister: (next) => onChange({ area: next }),
          onInitialise: () => onChange({ area: null }),
        })}
    </>
  )
}

/** Returns what the dialog changes. */
function digitChange(
  before: SettingBasis['digits'],
  { digitNumber, decimalPoint }: { digitNumber?: number; decimalPoint?: number | null },
): Partial<SettingBasis['digits']> {
  return {
    ...(digitNumber !== undefined && digitNumber !== before.digitNumber && { digitNumber }),
    ...(decimalPoint !== undefined && decimalPoint !== before.decimalPoint && { decimalPoint }),
  }
}

/** What the notification says about the decimals that a setting changes; empty if it changes none. */
export function decimalsChangedText(change: SettingChange): string {
  if (!('decimalPoint' in change)) return ''
  return change.decimalPoint === null
    ? '小数点以下の桁数は未登録になりました'
    : `小数点以下の桁数は ${change.decimalPoint} 桁になりました`
}

/** Consequence of a missing setting. */
export const notReadText = '設定するまで、自動で読み取られません'

const noPicture = 'メーター画像を登録すると設定できます'

/** Returns the reason why the AI assist button is disabled. */
function whyNot(
  picture: string | null,
  category: SettingBasis['category'],
  assisted: boolean,
): string | null {
  if (category === null) return 'メーター種別を選択すると設定できます'
  if (category !== undefined && !assisted) return 'このメーター種別では不要です'
  return picture === null ? noPicture : null
}

interface SettingProps {
  label: string
  exists: boolean
  enabled: boolean
  note: string | null
  button: RefObject<HTMLButtonElement | null> | undefined
  onOpen: () => void
}

const Setting = ({ label, exists, enabled, note, button, onOpen }: SettingProps) => (
  <span className={classes.setting}>
    <SettingMark exists={exists} />
    <Button
      ref={button}
      variant="default"
      size="sm"
      disabled={!enabled}
      onClick={onOpen}
      aria-label={`${label}を開く`}
    >
      設定
    </Button>
    {note && (
      <Box component="span" fz="sm" c="dimmed">
        {note}
      </Box>
    )}
  </span>
)
