/* Mistakes that the generated types reject: each line after an expectation is a compile error. */
import createClient from "openapi-fetch";
import type { paths } from "./generated/openapi-typescript/petstore.ts";

const client = createClient<paths>();

// @ts-expect-error the name is missing
await client.POST("/pets", { body: { categoryId: 7 } });
// @ts-expect-error the status does not exist
await client.POST("/pets", { body: { name: "Rex", categoryId: 7, status: "lost" } });
// @ts-expect-error the path does not exist
await client.GET("/animals");
// @ts-expect-error the id is missing
await client.GET("/pets/{petId}");
// @ts-expect-error the inventory cannot be deleted
await client.DELETE("/inventory");
