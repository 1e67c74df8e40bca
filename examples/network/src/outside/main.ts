import { newNetworkService } from './network-service.ts'

const port = Number(process.argv[2] ?? 8090)
const service = newNetworkService().listen(port, '127.0.0.1', () => {
  process.stdout.write(`networks are at http://127.0.0.1:${port}\n`)
})
process.on('SIGTERM', () => service.close())
process.on('SIGINT', () => service.close())
