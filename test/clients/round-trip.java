import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.JSON;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.api.PetsApi;
import org.openapitools.client.api.PhotosApi;
import org.openapitools.client.model.*;

/** What a client that openapi-generator made in Java does: create, page, order, read the feed, verify a webhook. */
class RoundTrip {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("API_KEY")));
    PetsApi pets = new PetsApi(client);

    NewProfile profile = new NewProfile().breed("Beagle").price(new PriceInput().amount(15000L).currency("EUR"));
    Pet rex = pets.createPet(new NewPetWithProfile().name("Rex").categoryId(9007199254740993L).profile(profile), "rex-1");
    Pet mia = pets.createPet(new NewPetWithProfile().name("Mia").categoryId(7L), null);
    new PhotosApi(client).addPhoto(rex.getId(), new File(System.getenv("PHOTO")), "Rex", null);

    // The last parameter is include.
    Object[] everything = new Object[parameters(pets, "listPets")];
    everything[everything.length - 1] = List.of("profile", "photos", "quantity", "createdAt");
    PetWithIncluded whole = ((List<PetWithIncluded>) call(pets, "listPets", everything)).get(0);
    System.out.println(
        whole.getProfile().getBreed() + " " + whole.getProfile().getPrice().getAmount() + " " + whole.getPhotos().size()
            + " " + whole.getQuantity() + " " + (whole.getCreatedAt() != null));

    var page = (ApiResponse<List<PetWithIncluded>>) call(pets, "listPetsWithHttpInfo", 1);
    String link = page.getHeaders().get("link").get(0);
    String cursor = link.split("cursor=")[1].split(">")[0];
    PetWithIncluded second = ((List<PetWithIncluded>) call(pets, "listPets", 1, cursor)).get(0);

    Order order = new OrdersApi(client).placeOrder(new OrderInput().petId(rex.getId()), null);
    System.out.println(rex.getCategoryId() + " " + page.getData().get(0).getName() + " " + second.getName());
    System.out.println(order.getPetId() + " " + order.getQuantity() + " " + order.getComplete());

    var types = List.of(EventType.PET_UPDATED, EventType.ORDER_PLACED);
    for (Event event : (List<Event>) call(new EventsApi(client), "listEvents", null, null, types)) {
      Object change = event.getActualInstance();
      if (change instanceof OrderPlacedEvent placed) System.out.println("placed " + placed.getData().getQuantity());
      if (change instanceof PetUpdatedEvent updated)
        System.out.println(updated.getPrevious().getStatus() + " -> " + updated.getData().getStatus());
    }

    pets.deletePet(mia.getId(), null);
    try {
      call(pets, "getPet", mia.getId());
    } catch (ApiException error) {
      System.out.println(JSON.getDefault().getMapper().readTree(error.getResponseBody()).get("code").asText());
    }

    Map<String, String> sent = System.getenv();
    System.out.println(isGenuine(sent.get("SECRET"), sent, sent.get("BODY")) + " " + isGenuine(sent.get("SECRET"), sent, "{}"));
    WebhookMessage message = JSON.getDefault().getMapper().readValue(sent.get("BODY"), WebhookMessage.class);
    System.out.println(((WebhookPingMessage) message.getActualInstance()).getData().getWebhookId());
  }

  static int parameters(Object api, String name) {
    for (var method : api.getClass().getMethods()) if (method.getName().equals(name)) return method.getParameterCount();
    return 0;
  }

  /** Calls a method with its first parameters. The others are optional, and later versions add some. */
  static Object call(Object api, String name, Object... given) throws Exception {
    for (var method : api.getClass().getMethods())
      if (method.getName().equals(name)) {
        try {
          return method.invoke(api, Arrays.copyOf(given, method.getParameterCount()));
        } catch (InvocationTargetException failed) {
          throw (Exception) failed.getCause();
        }
      }
    throw new NoSuchMethodException(name);
  }

  /** Whether a message was signed with a secret. Its time is not checked here. */
  static boolean isGenuine(String secret, Map<String, String> headers, String body) throws Exception {
    byte[] key = java.util.Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    String signed = headers.get("WEBHOOK_ID") + "." + headers.get("WEBHOOK_TIMESTAMP") + "." + body;
    String signature = "v1," + java.util.Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes("UTF-8")));
    return List.of(headers.get("WEBHOOK_SIGNATURE").split(" ")).contains(signature);
  }
}
