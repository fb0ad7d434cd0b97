// Covers docs/requirements.md: 280, 281, 340

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

describe('the OpenAPI document', () => {
  interface Operation {
    operationId: string
    security: object[]
    parameters?: { name: string; in: string; required?: boolean }[]
    requestBody?: { content: Record<string, { schema: object }> }
    responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
  }
  interface OpenApi {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, object> }
  }
  const read = async () => (await test.ask('GET', '/api/v1/openapi.json')).json as OpenApi

  it('describes every call of the contract once, under its own name', async () => {
    const document = await read()
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
    )
    const expected = Object.entries(endpoints).map(([name, { method, path }]) => `${name} ${method} ${path}`)
    expect(operations.sort()).toEqual(expected.sort())
  })

  it('declares every parameter of a path, what a call takes and answers, and who may call', async () => {
    const { paths } = await read()
    for (const [path, item] of Object.entries(paths)) {
      for (const operation of Object.values(item)) {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        const declared = operation.parameters?.filter((one) => one.in === 'path') ?? []
        expect(declared.map((one) => one.name).sort()).toEqual(named.sort())
        expect(declared.every((one) => one.required)).toBe(true)
        expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
      }
    }
    expect(paths['/api/v1/captures']?.['post']?.requestBody?.content).toHaveProperty('image/jpeg')
    expect(
      paths['/api/v1/pictures/{organization_id}/{sha256}/{variant}']?.['get']?.responses['200']?.content,
    ).toHaveProperty('image/*')
    expect(paths['/api/v1/login']?.['post']?.security).toEqual([])
    expect(paths['/api/v1/meters']?.['get']?.security).toEqual([{ session: [] }, { key: [] }])
    const createKey = paths['/api/v1/key']?.['post']
    expect(createKey?.security).toEqual([{ session: [] }])
    expect(createKey?.responses['403']?.description).toContain('session_required')
    expect(paths['/api/v1/confirm-forgot-password']?.['post']?.responses['400']?.description).toBe(
      'validation_failed, address_malformed, body_malformed, confirmation_code_invalid, passwords_differ, password_unchanged',
    )
  })

  it('refers only to schemas that it holds, and holds none for nothing', async () => {
    const document = await read()
    const referred = new Set(
      [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name),
    )
    expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort())
  })

  it('is readable at /api/docs from our own files only', async () => {
    const page = await test.ask('GET', '/api/docs')
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).not.toMatch(/https?:|unsafe-eval/)
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      expect(file).toMatch(/^\/api\/docs\//)
      expect((await test.ask('GET', file)).status).toBe(200)
    }
  })
})
