import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { consoleLayers, faultInConsole, sharedNounOf } from './console-layers.ts'

describe('faultInConsole', () => {
  it.each([
    ['src/features/alerts/AlertsScreen.tsx', 'src/routes/alerts.tsx'],
    ['src/shared/ranges/RangeEffect.tsx', 'src/features/meters/MeterFields.tsx'],
    ['src/lib/readings/useSaveReplacement.ts', 'src/shared/readings/RestoreButton.tsx'],
    ['src/ui/table/DataList.tsx', 'src/shared/readings/ValueText.tsx'],
    ['src/ui/table/DataList.tsx', 'src/lib/queries/useList.ts'],
    ['src/failures/failureText.ts', 'src/ui/notice/notify.tsx'],
    ['src/pwa/busy.ts', 'src/ui/dialog/Dialog.tsx'],
  ])('refuses an import of a higher layer: %s → %s', (from, to) => {
    expect(faultInConsole(from, to)).toBe('a lower layer of src/ knows no higher one')
  })

  it.each([
    ['src/routes/alerts.tsx', 'src/features/alerts/AlertsScreen.tsx'],
    ['src/features/meters/MeterFields.tsx', 'src/shared/ranges/RangeEffect.tsx'],
    ['src/shared/ranges/RangeEffect.tsx', 'src/lib/queries/meters.ts'],
    ['src/shared/held/HeldValue.tsx', 'src/shared/readings/ValueText.tsx'],
    ['src/shared/ranges/RangeEffect.tsx', 'contract/meters.ts'],
    ['src/lib/readings/useSaveReplacement.ts', 'src/ui/notice/notify.tsx'],
    ['src/ui/notice/notify.tsx', 'src/failures/failureText.ts'],
    ['src/ui/dialog/Dialog.tsx', 'src/pwa/busy.ts'],
    ['src/ui/table/SearchBox.tsx', 'text/limits.ts'],
    ['src/failures/failureText.ts', 'contract/calls/errors.ts'],
  ])('allows an import of the same or a lower layer: %s → %s', (from, to) => {
    expect(faultInConsole(from, to)).toBeNull()
  })

  it.each([['contract/alerts.ts'], ['offline/database.ts'], ['reader/web/index.ts']])(
    'keeps calls and nouns from the ui: %s',
    (to) => {
      expect(faultInConsole('src/ui/table/SearchBox.tsx', to)).toBe('ui/ knows no call and no noun')
    },
  )

  it('refuses an import of another feature', () => {
    expect(faultInConsole('src/features/alerts/search.ts', 'src/features/readings/search.ts')).toBe(
      'one feature does not import another',
    )
  })

  it('refuses the table of all calls', () => {
    expect(faultInConsole('src/lib/session/api.ts', 'contract/endpoints.ts')).toBe(
      'calls are imported from their noun’s contract',
    )
  })

  it('refuses a folder without a layer', () => {
    expect(faultInConsole('src/new/part.ts', 'src/pwa/busy.ts')).toContain('has no layer')
    expect(faultInConsole('src/main.tsx', 'src/new/part.ts')).toContain('has no layer')
  })
})

describe('sharedNounOf', () => {
  it('returns the folder in src/shared', () => {
    expect(sharedNounOf('src/shared/ranges/RangeEffect.tsx')).toBe('ranges')
    expect(sharedNounOf('src/lib/queries/meters.ts')).toBeNull()
  })
})

it.each(consoleLayers.flat())('the layers name an existing file or folder: %s', (name) => {
  expect(existsSync(new URL(`../src/${name}`, import.meta.url))).toBe(true)
})
