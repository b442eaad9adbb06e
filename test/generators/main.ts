/**
 * `npm run generators`: has generators of clients read the OpenAPI document, and compiles what they make. Those written in
 * other languages run where they are installed; those of npm are fetched from the registry, in the versions named here.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '../../src/http/docs/openapi.js'

interface Generator {
  readonly name: string
  /** A command that tells whether it is here, and how it is installed. Those of npm need neither. */
  readonly tool?: { readonly command: string; readonly install: string }
  /** What is run in a folder with `openapi.json`, `use.ts` and `Use.java`, each in a shell; one that fails is a failure. */
  readonly commands: readonly string[]
}

const use = `import type { paths } from './api.js'
type Get = paths['/api/v1/presence']['get']
type Presence = Get['responses'][200]['content']['application/json']
type Refused = Get['responses'][422]['content']['application/json']
export const kindOf = ({ out }: Presence): string | undefined => out[0]?.leaves[0]?.type
export const teamOf = ({ in: working }: Presence): string | null | undefined => working[0]?.team_name
export const pathsOf = ({ error }: Refused): string[] | undefined => error.issues?.flatMap(({ path }) => path)
export const query: Get['parameters']['query'] = { from: '2026-11-20' }
`

/** What is read back has fields that the document does not know. */
const useJava = `import org.openapitools.client.JSON;
import org.openapitools.client.model.PresenceResponse;
public class Use {
  public static void main(String[] args) {
    new JSON();
    String body = "{'from':'2026-11-20','to':'2026-11-27','team_id':null,'team_name':null,'later':1,'in':[],'out':[{'id':'b3f6a2d4-5c1e-4f7a-9d20-6e8f1c2b7a90','name':'Ana Ruiz','email':'ana@example.com','avatar':null,'team_id':null,'team_name':null,'timezone':null,'leaves':[{'type':'holiday','start_date':'2026-11-18','end_date':'2026-11-27','later':1}]}]}";
    PresenceResponse read = JSON.getGson().fromJson(body.replace('\\'', '"'), PresenceResponse.class);
    if (!"holiday".equals(read.getOut().get(0).getLeaves().get(0).getType())) throw new IllegalStateException("" + read);
  }
}
`

const npx = (...packages: readonly string[]): string =>
  `npm exec --yes ${packages.map((name) => `--package=${name}`).join(' ')} --`
const typescript = npx('openapi-typescript@7.13.0', 'typescript@5.9.3')

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    commands: [
      `${typescript} openapi-typescript openapi.json -o api.d.ts`,
      `${typescript} tsc --noEmit --strict --module nodenext use.ts api.d.ts`,
    ],
  },
  {
    name: 'Postman (openapi-to-postmanv2)',
    commands: [
      `${npx('openapi-to-postmanv2@6.3.3')} openapi2postmanv2 -s openapi.json -o collection.json`,
      ...['"presence"', '"team_id"', '"bearer"', 'The key has exceeded its rate limit.'].map(
        (text) => `grep -qF '${text}' collection.json`,
      ),
    ],
  },
  {
    name: 'openapi-python-client',
    tool: {
      command: 'openapi-python-client --version',
      install: 'pipx install openapi-python-client==0.29.1',
    },
    commands: [
      'openapi-python-client generate --path openapi.json --output-path client --meta none --fail-on-warning',
      'python3 -m compileall -q client',
    ],
  },
  {
    name: 'oapi-codegen',
    tool: {
      command: 'oapi-codegen -version',
      install: 'go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
    },
    commands: [
      'oapi-codegen -generate types,client -package client openapi.json > client.go',
      'go mod init example.com/client',
      'go mod tidy',
      'go vet ./...',
    ],
  },
  {
    name: 'openapi-generator (Java)',
    tool: { command: 'java -version && mvn -version', install: 'a JDK 17 and Maven' },
    commands: [
      'curl -sSfO https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/7.10.0/openapi-generator-cli-7.10.0.jar',
      // Without this option its clients refuse a field that they do not know.
      'java -jar openapi-generator-cli-7.10.0.jar generate -i openapi.json -g java -o client --additional-properties=disallowAdditionalPropertiesIfNotPresent=false',
      'cp Use.java client/src/main/java && cd client && mvn -q -DskipTests -Dmaven.javadoc.skip=true package',
      'cd client && java -cp "target/classes:target/lib/*" Use',
    ],
  },
  {
    name: 'progenitor',
    tool: { command: 'cargo-progenitor progenitor --help', install: 'cargo install cargo-progenitor@0.15.1' },
    commands: [
      'cargo-progenitor progenitor -i openapi.json -o client -n whosout-client -v 0.1.0',
      'cargo check --quiet --manifest-path client/Cargo.toml',
    ],
  },
]

/** What it said, or the fault. */
const runIn = (cwd: string, command: string) => {
  const { status, stdout, stderr } = spawnSync(command, { cwd, encoding: 'utf8', shell: true })
  return { works: status === 0, said: `${command}\n${stdout}${stderr}` }
}

const tryOut = ({ name, tool, commands }: Generator, folder: string): boolean => {
  if (tool && !runIn('.', tool.command).works) {
    console.log(`${name}: left out. To have it here: ${tool.install}`)
    return true
  }
  mkdirSync(folder)
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(undefined)))
  writeFileSync(join(folder, 'use.ts'), use)
  writeFileSync(join(folder, 'Use.java'), useJava)
  for (const command of commands) {
    const { works, said } = runIn(folder, command)
    if (works) continue
    console.error(`${name}: fails\n${said}`)
    return false
  }
  console.log(`${name}: works`)
  return true
}

const place = mkdtempSync(join(tmpdir(), 'whosout-generators-'))
try {
  const work = generators.map((generator, number) => tryOut(generator, join(place, String(number))))
  process.exitCode = work.includes(false) ? 1 : 0
} finally {
  rmSync(place, { recursive: true, force: true })
}
