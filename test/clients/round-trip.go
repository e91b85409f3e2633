// What a client that openapi-generator made in Go does: create, page, order, read the feed, verify a webhook.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	petstore "petstore.test/client"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

// isGenuine follows Standard Webhooks: HMAC-SHA256 of id, timestamp and body.
func isGenuine(secret, id, timestamp, signatures, body string) bool {
	mac := hmac.New(sha256.New, must(base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))))
	mac.Write([]byte(id + "." + timestamp + "." + body))
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Fields(signatures) {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	configuration := petstore.NewConfiguration()
	configuration.Servers = petstore.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := petstore.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), petstore.ContextAccessToken, os.Getenv("API_KEY"))

	add := func(name string, categoryId int64) *petstore.Pet {
		pet := petstore.NewNewPetWithProfile(name, categoryId)
		pet.SetProfile(petstore.NewProfile{Breed: petstore.PtrString("Beagle"), Price: petstore.NewPriceInput(15000, "EUR")})
		added, _, err := client.PetsAPI.CreatePet(ctx).NewPetWithProfile(*pet).IdempotencyKey(name).Execute()
		return must(added, err)
	}
	rex := add("Rex", 1<<53+1)
	mia := add("Mia", 7)
	file := must(os.Open(os.Getenv("PHOTO")))
	photo, _, err := client.PhotosAPI.AddPhoto(ctx, rex.Id).File(file).Alt("Rex").Execute()
	must(photo, err)
	all, _, err := client.PetsAPI.ListPets(ctx).Include([]string{"profile", "photos", "quantity", "createdAt"}).Execute()
	whole := must(all, err)[0]
	fmt.Println(*whole.Profile.Breed, whole.Profile.Price.Amount, len(whole.Photos), *whole.Quantity, whole.CreatedAt != nil)
	first, response, err := client.PetsAPI.ListPets(ctx).Limit(1).Execute()
	must(first, err)
	cursor, _, _ := strings.Cut(strings.Split(response.Header.Get("Link"), "cursor=")[1], ">")
	second, _, err := client.PetsAPI.ListPets(ctx).Limit(1).Cursor(cursor).Execute()
	fmt.Println(rex.CategoryId, first[0].Name, must(second, err)[0].Name)

	order, _, err := client.OrdersAPI.PlaceOrder(ctx).OrderInput(*petstore.NewOrderInput(rex.Id)).Execute()
	fmt.Println(must(order, err).PetId, order.Quantity, order.Complete)
	types := []petstore.EventType{"pet.updated", "order.placed"}
	events, _, err := client.EventsAPI.ListEvents(ctx).Types(types).Execute()
	for _, event := range must(events, err) {
		switch event := event.GetActualInstance().(type) {
		case *petstore.OrderPlacedEvent:
			fmt.Println("placed", event.Data.Id)
		case *petstore.PetUpdatedEvent:
			fmt.Println(*event.Previous.Status, "->", event.Data.Status)
		}
	}

	must(client.PetsAPI.DeletePet(ctx, mia.Id).Execute())
	_, _, err = client.PetsAPI.GetPet(ctx, mia.Id).Execute()
	refusal := err.(*petstore.GenericOpenAPIError).Model().(petstore.Error)
	fmt.Println(refusal.Code)

	id, timestamp, signatures := os.Getenv("WEBHOOK_ID"), os.Getenv("WEBHOOK_TIMESTAMP"), os.Getenv("WEBHOOK_SIGNATURE")
	secret, body := os.Getenv("SECRET"), os.Getenv("BODY")
	fmt.Println(isGenuine(secret, id, timestamp, signatures, body), isGenuine(secret, id, timestamp, signatures, "{}"))
	var message petstore.WebhookMessage
	if err := json.Unmarshal([]byte(body), &message); err != nil {
		panic(err)
	}
	fmt.Println(message.WebhookPingMessage.Data.WebhookId)
}
