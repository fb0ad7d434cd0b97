// Covers docs/requirements.md: 482

import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What can open a connection, and by what its host is configured. */
const allowed: Record<string, string> = {
  'server/mail/mailer.ts': 'SMTP_URL',
  'server/storage/s3.ts': 'S3_ENDPOINT',
  'server/llm/vision-model.ts': 'LLM_URL',
  // Push services are named by browsers: https, and addresses of the internet only (push.test.ts).
  'server/push/sender.ts': 'subscriptions',
  'server/db/client.ts': 'DATABASE_URL',
  'server/db/app-role.ts': 'DATABASE_URL, DATABASE_APP_URL',
  'server/db/migrate.ts': 'DATABASE_URL',
  'server/changes/feed.ts': 'DATABASE_URL',
  'server/queue/job-queue.ts': 'DATABASE_URL',
  'server/backup/backup.ts': 'DATABASE_URL',
  'server/backup/restore.ts': 'DATABASE_URL',
  // To the PostgreSQL that it started.
  'server/db/embedded.ts': '127.0.0.1',
}

/** Modules with connections, other than types of them, and what is global. */
const connects = [
  /^import (?!type\b).*from '(?:node:(?:https?2?|net|tls|dgram)|undici|nodemailer|web-push)'/m,
  /\bnew (?:pg\.)?(?:Client|Pool|PgBoss)\b/,
  /\bimport\('(?:node:(?:https?2?|net|tls|dgram)|undici|nodemailer|web-push)'\)/,
  /'@aws-sdk\/[\w-]+'/,
  /\bglobalThis\.fetch\b|(?<![\w.])fetch\((?!\))|new (?:WebSocket|EventSource)\b/,
]

/** These take connections or only look at addresses. */
const harmless = new Set([
  'server/stop-accepting.ts',
  'server/ip-address.ts',
  'server/env.ts',
  'server/push/public-address.ts',
])

it('the server opens connections only where a setting says where to', () => {
  const files = globSync(['server/**/*.ts', '{contract,text}/**/*.ts', 'reader/{core,node}/**/*.ts']).filter(
    (file) => !file.endsWith('.test.ts') && !harmless.has(file),
  )
  const opening = files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    return connects.some((pattern) => pattern.test(text))
  })
  expect(files.length).toBeGreaterThan(200)
  expect(opening.toSorted()).toEqual(Object.keys(allowed).toSorted())
})
