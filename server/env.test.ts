// Covers docs/requirements.md: 471, 475

import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeFlags } from '../scripts/bootstrap.mjs'
import { readEnv } from './env.ts'

describe('readEnv', () => {
  it('needs no setting', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: resolve('data'),
      LOG_LEVEL: 'info',
    })
  })

  it('takes an empty variable for an absent one', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
    expect(readEnv({ DATABASE_URL: '' }).DATABASE_URL).toBeUndefined()
  })

  it('reads the settings it is given', () => {
    expect(
      readEnv({
        PORT: '8080',
        PUBLIC_URL: 'https://kenshin.example/',
        TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,loopback',
      }),
    ).toMatchObject({
      PORT: 8080,
      PUBLIC_URL: 'https://kenshin.example',
      TRUST_PROXY: ['127.0.0.1', '10.0.0.0/8', 'loopback'],
    })
  })

  it.each([
    ['S3_ACCESS_KEY_ID', { S3_BUCKET: 'pictures', S3_SECRET_ACCESS_KEY: 'x' }],
    ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'x' }],
    ['S3_ENDPOINT', { S3_ENDPOINT: 'https://s3.example' }],
    ['S3_BUCKET', { S3_BUCKET: 'Not/One', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' }],
    ['S3_PREFIX', { S3_PREFIX: '/here' }],
  ])('names %s where settings of S3 are wrong or incomplete', (name, settings) => {
    expect(() => readEnv(settings)).toThrow(new RegExp(`^  ${name}: `, 'm'))
  })

  it.each([
    ['LLM_MODEL', { LLM_URL: 'https://llm.example/v1' }],
    ['LLM_MODEL', { LLM_MODEL: 'reader' }],
    ['LLM_KEY', { LLM_KEY: 'x' }],
    ['LLM_URL', { LLM_URL: 'llm.example', LLM_MODEL: 'reader' }],
    ['LLM_URL', { LLM_URL: 'https://name:word@llm.example/v1', LLM_MODEL: 'reader' }],
    ['LLM_KEY', { LLM_URL: 'https://llm.example', LLM_MODEL: 'reader', LLM_KEY: '二 語' }],
    ['LLM_PRICE_INPUT', { LLM_URL: 'https://llm.example', LLM_MODEL: 'reader', LLM_PRICE_INPUT: '-1' }],
    ['LLM_PRICE_OUTPUT', { LLM_URL: 'https://llm.example', LLM_MODEL: 'reader', LLM_PRICE_OUTPUT: '1,5' }],
  ])('names %s where settings of a model are wrong or incomplete', (name, settings) => {
    expect(() => readEnv(settings)).toThrow(new RegExp(`^  ${name}: `, 'm'))
  })

  it.each([
    ['DEMO', 'no'],
    ['METRICS_FROM', '10.0.0.5,prometheus'],
    ['METRICS_FROM', '10.0.0.0/33'],
    ['PORT', '70000'],
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_APP_URL', 'postgres://localhost/without-its-database'],
    ['PUBLIC_URL', 'kenshin.example'],
    ['SMTP_URL', 'http://mail.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
    ['SECRET_KEY', 'short'],
    ['RATE_LIMIT', '0'],
  ])('refuses %s=%s by name', (name, text) => {
    expect(() => readEnv({ [name]: text })).toThrow(new RegExp(`^設定に誤りがあります[^]*\\n {2}${name}: `))
  })
})

it('ends the server with code 1 and every wrong setting named, before anything is touched', () => {
  const { status, stderr } = spawnSync(process.execPath, [...nodeFlags, 'server/main.ts'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], PORT: 'x', SMTP_URL: 'x', DATA_DIR: '/nonexistent/kenshin' },
  })
  expect(status).toBe(1)
  expect(stderr.split('\n').filter((line) => line !== '')).toEqual([
    expect.stringContaining('設定に誤りがあります'),
    expect.stringContaining('PORT: '),
    expect.stringContaining('SMTP_URL: '),
  ])
})

it('says so when the data folder cannot be made', () => {
  const { status, stderr } = spawnSync(process.execPath, [...nodeFlags, 'server/main.ts'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: '/dev/null/data' },
  })
  expect(status).toBe(1)
  expect(stderr).toContain('データフォルダに書き込めません: /dev/null/data')
})
