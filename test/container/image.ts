import { parseArgs } from 'node:util'
import { UserError } from '../../src/runtime/failure.ts'
import { type Program, runProgram } from '../../src/runtime/process/program.ts'
import { buildImage } from './build.ts'
import { checkContents } from './contents.ts'
import { openEngine } from './engine.ts'
import { payAnOrder } from './pay-an-order.ts'

const HELP = `Builds the image, and pays an order with its containers. Needs Linux, and Docker or Podman.

  npm run test:image                      builds puente:test and tests it
  npm run test:image -- --image NAME      tests a built image

  CONTAINER_ENGINE=podman                 instead of the first engine that answers
  NODE_IMAGE=…                            another base image
  IMAGE_BUILD_OPTIONS=…                   more options of the build, separated by spaces
  IMAGE_SOURCE=https://…                  web address of the repository, for the labels
  SOURCE_DATE_EPOCH=…                     date of the image in seconds; otherwise of the commit
`

const OPTIONS = { image: { type: 'string' }, help: { type: 'boolean' } } as const

const readOptions = () => {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

const say = (text: string): void => void process.stdout.write(`✓ ${text}\n`)

const testImage = async (program: Program): Promise<'ended'> => {
  const options = readOptions()
  if (options.help) {
    process.stdout.write(HELP)
    return 'ended'
  }
  const engine = openEngine()
  const image = options.image ?? 'puente:test'
  const labels = options.image ? {} : await buildImage(engine, image)
  const healthCheck = await checkContents(engine, { image, labels, say })
  await payAnOrder(program, { engine, image, healthCheck, say })
  return 'ended'
}

await runProgram(testImage)
