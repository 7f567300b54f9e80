import { parse } from "libpg-query";
import { z } from "zod";

/**
 * Why processes of the version before may fail once a migration has run, one sentence each (decision 0268): during an
 * upgrade both versions use the database. Empty when they cannot. Tables that the migration creates itself may change.
 */
export async function faultsForOldProcesses(sql: string): Promise<string[]> {
  const { stmts } = migrationSchema.parse(await parse(sql));
  const created = new Set(stmts.flatMap(({ stmt }) => stmt.CreateStmt?.relation.relname ?? []));
  return stmts.flatMap(({ stmt }) => [
    ...(stmt.DropStmt === undefined ? [] : faultsOfDrop(stmt.DropStmt)),
    ...(stmt.RenameStmt === undefined ? [] : ["a name is changed"]),
    ...(stmt.IndexStmt === undefined || created.has(stmt.IndexStmt.relation.relname)
      ? []
      : faultsOfIndex(stmt.IndexStmt)),
    ...(stmt.AlterTableStmt === undefined || created.has(stmt.AlterTableStmt.relation.relname)
      ? []
      : stmt.AlterTableStmt.cmds.flatMap(({ AlterTableCmd }) => faultsOfChange(AlterTableCmd))),
  ]);
}

/** How a migration says why they survive it nevertheless: a comment line of its own. */
const REASON = /^-- Old processes: \S.{20,}$/m;

export function isExplained(sql: string): boolean {
  return REASON.test(sql);
}

const relation = z.looseObject({ relname: z.string() });
const constraintSchema = z.looseObject({ contype: z.string(), skip_validation: z.boolean().optional() });
const commandSchema = z.looseObject({
  subtype: z.string(),
  name: z.string().optional(),
  def: z
    .looseObject({
      Constraint: constraintSchema.optional(),
      ColumnDef: z
        .looseObject({
          colname: z.string().optional(),
          constraints: z.array(z.looseObject({ Constraint: constraintSchema })).optional(),
        })
        .optional(),
    })
    .optional(),
});
const statementSchema = z.looseObject({
  CreateStmt: z.looseObject({ relation }).optional(),
  DropStmt: z.looseObject({ removeType: z.string() }).optional(),
  RenameStmt: z.looseObject({}).optional(),
  IndexStmt: z.looseObject({ relation, unique: z.boolean().optional() }).optional(),
  AlterTableStmt: z
    .looseObject({ relation, cmds: z.array(z.looseObject({ AlterTableCmd: commandSchema })) })
    .optional(),
});
const migrationSchema = z.looseObject({ stmts: z.array(z.looseObject({ stmt: statementSchema })) });
type Statement = z.infer<typeof statementSchema>;

function faultsOfDrop({ removeType }: NonNullable<Statement["DropStmt"]>): string[] {
  return removeType === "OBJECT_INDEX" ? [] : [`${objectOf(removeType)} is dropped`];
}

/** "OBJECT_TABLE": "a table". */
function objectOf(type: string): string {
  return `a ${type.replace("OBJECT_", "").replaceAll("_", " ").toLowerCase()}`;
}

function faultsOfIndex({ unique }: NonNullable<Statement["IndexStmt"]>): string[] {
  return [
    "an index of an existing table is built: no process can write to the table meanwhile",
    ...(unique === true ? ["a unique index may refuse their rows"] : []),
  ];
}

function faultsOfChange({ subtype, name, def }: z.infer<typeof commandSchema>): string[] {
  switch (subtype) {
    case "AT_AddColumn":
      return faultsOfColumn(def?.ColumnDef);
    case "AT_DropColumn":
      return [`column ${name ?? ""} is dropped`];
    case "AT_AlterColumnType":
      return [`column ${name ?? ""} gets another type: the table is written anew under a lock`];
    case "AT_SetNotNull":
      return [`column ${name ?? ""} refuses null`];
    case "AT_AddConstraint":
      return faultsOfConstraint(def?.Constraint);
    case "AT_DropConstraint":
    case "AT_DropNotNull":
    case "AT_ColumnDefault":
    case "AT_ValidateConstraint":
    case "AT_SetRelOptions":
    case "AT_SetStatistics":
      return [];
    default:
      return [`${subtype} is not known to this check`];
  }
}

type Column = NonNullable<NonNullable<z.infer<typeof commandSchema>["def"]>["ColumnDef"]>;

function faultsOfColumn(column: Column | undefined): string[] {
  const kinds = (column?.constraints ?? []).map(({ Constraint }) => Constraint.contype);
  const name = column?.colname ?? "";
  const needsValue = kinds.includes("CONSTR_NOTNULL") && !kinds.includes("CONSTR_DEFAULT");
  return [
    ...(needsValue ? [`column ${name} has no default, and they do not set it`] : []),
    ...(kinds.includes("CONSTR_UNIQUE") ? [`column ${name} is unique: they cannot know its values`] : []),
  ];
}

function faultsOfConstraint(constraint: z.infer<typeof constraintSchema> | undefined): string[] {
  const isValidated = constraint?.skip_validation !== true;
  return [
    "a constraint may refuse their rows",
    ...(isValidated
      ? ["a constraint reads the whole table under a lock: add it NOT VALID and validate it later"]
      : []),
  ];
}
