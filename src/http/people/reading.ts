import type { Request, Response } from 'express'
import type { z } from 'zod'
import { parseFields } from '../../runtime/http/body/issue-words.ts'
import { bytesOf, jsonOf } from '../../runtime/http/body/parse-body.ts'
import { invalidFields, sendProblem } from '../../runtime/http/problem.ts'

const MAX_BYTES = 16_384

/** Parses a JSON body; answers 422 for an invalid one. */
export const reading =
  <Body>(
    schema: z.ZodType<Body>,
    handle: (body: Body, request: Request, response: Response) => void | Promise<void>,
  ) =>
  async (request: Request, response: Response): Promise<void> => {
    const bytes = await bytesOf(request, MAX_BYTES)
    const read = parseFields(schema, bytes && jsonOf(request, bytes))
    if (read.success) await handle(read.data, request, response)
    else sendProblem(response, invalidFields(read.error.issues, [schema]))
  }
