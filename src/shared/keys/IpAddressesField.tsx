import { Box, Button, CloseButton, Group, Radio, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ClipboardEvent, type ReactNode, useEffect, useRef } from 'react'
import rows from '../../ui/form/growingRows.module.css'
import { type AccessIps, accessIpSetting, isIpv4, plainIp, splitIps } from './accessIps.ts'

interface Props {
  value: AccessIps
  onChange: (value: AccessIps) => void
  /** Of the whole form, by path. */
  errors: Readonly<Record<string, ReactNode>>
  /** Path of the value in the form. */
  path: string
}

/** アクセスIP設定: all addresses, or those of the rows, of which the last is edited. */
export function IpAddressesField({ value, onChange, errors, path }: Props) {
  const { setting, ips } = value
  const input = useRef<HTMLInputElement>(null)
  const moves = useRef(false)
  useEffect(() => {
    if (moves.current) input.current?.focus()
    moves.current = false
  })
  const change = (next: string[]) => {
    moves.current = next.length !== ips.length
    onChange({ setting, ips: next })
  }
  const last = ips.length - 1
  /** A pasted list becomes a row for each address. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart, selectionEnd } = event.currentTarget
    const pasted = event.clipboardData.getData('text')
    const list = splitIps(
      typed.slice(0, selectionStart ?? typed.length) + pasted + typed.slice(selectionEnd ?? typed.length),
    )
    if (list.length < 2) return
    event.preventDefault()
    change([...ips.slice(0, -1), ...list])
  }
  const remove = (index: number) =>
    ips.length > 1 && (
      <CloseButton
        className={rows.remove}
        aria-label={index === last ? '最後のIPアドレスを削除' : `${ips[index]}を削除`}
        onClick={() => change(ips.filter((_, each) => each !== index))}
      />
    )
  return (
    <fieldset className={rows.rows} aria-label="アクセスIP設定">
      <Radio.Group
        size="md"
        label="アクセスIP設定"
        value={String(setting)}
        onChange={(chosen) =>
          onChange({
            ips,
            setting: chosen === String(accessIpSetting.all) ? accessIpSetting.all : accessIpSetting.specified,
          })
        }
      >
        <Group mih="var(--control-height)">
          <Radio value={String(accessIpSetting.all)} label="すべて許可" />
          <Radio value={String(accessIpSetting.specified)} label="指定する" />
        </Group>
      </Radio.Group>
      {setting === accessIpSetting.specified && (
        <>
          {ips.slice(0, -1).map((ip, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal and have no state of their own
            <div key={index} className={rows.row}>
              <span className={rows.text}>
                {ip}
                {errors[`${path}.ips.${index}`] && (
                  <Box component="span" display="block" c="var(--mantine-color-error)">
                    {errors[`${path}.ips.${index}`]}
                  </Box>
                )}
              </span>
              {remove(index)}
            </div>
          ))}
          {ips.slice(-1).map((ip) => (
            <div key="last" className={rows.row}>
              <TextInput
                ref={input}
                flex={1}
                label="IPアドレス"
                description="IPv4アドレスを1件ずつ入力してください。範囲（/24）、IPv6、ポート番号は指定できません。"
                withAsterisk
                placeholder="192.0.2.1"
                inputMode="decimal"
                spellCheck={false}
                data-path={`${path}.ips.${last}`}
                value={ip}
                error={errors[`${path}.ips.${last}`]}
                onPaste={paste}
                onChange={({ currentTarget }) => change([...ips.slice(0, -1), currentTarget.value])}
              />
              {remove(last)}
            </div>
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={!isIpv4(ips[last] ?? '')}
            onClick={() => change([...ips.map(plainIp), ''])}
          >
            IPアドレスを追加
          </Button>
        </>
      )}
    </fieldset>
  )
}
